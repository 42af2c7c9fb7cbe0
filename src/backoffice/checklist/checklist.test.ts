import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { addProduct } from '../../../tests/support/fixtures.ts'
import { mailsTo } from '../../../tests/support/payments.ts'
import { issueToBusiness } from '../../../tests/support/peppol.ts'
import { openShop, type TestShop, type TestUser } from '../../../tests/support/shop.ts'
import { issueToken } from '../../people/accounts/token.service.ts'
import { confirmTestMail, proveReachability, readChecklist, sendTestMail } from './contract.ts'
import { isPublicHost, probeReachability } from './reachability.service.ts'

let shop: TestShop
let admin: TestUser
beforeAll(async () => {
  shop = await openShop({ env: { TRUSTED_PROXIES: '127.0.0.1' } })
  admin = await shop.newUser('ADMIN')
})
afterAll(() => shop.close())

const detailsOf = async () =>
  Object.fromEntries(
    (await admin.call(readChecklist)).body.map(({ name, isDone, detail }) => [name, [isDone, detail]]),
  )
const now = () => shop.node.platform.now()

/** A proxy as Caddy is one: it forwards, and says for whom. */
async function openProxy(target: string) {
  const server = createServer((request, response) => {
    const headers = { 'x-forwarded-for': '203.0.113.7' }
    void fetch(`${target}${request.url}`, { headers }).then(async answer => response.end(await answer.text()))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, close: () => server[Symbol.asyncDispose]() }
}

describe('the checklist', () => {
  it('asks the providers and the database', async () => {
    expect(await detailsOf()).toMatchObject({
      PAYMENTS: [false, 'Mollie (Simulator): een test, waarmee geen echt geld binnenkomt.'],
      PAYMENT_RULES: [false, expect.stringContaining('neemt Mollie dit niet aan')],
      TOYS: [false, expect.stringContaining('nagebootst')],
      PUBLIC_URL: [false, expect.stringContaining('alleen van hier')],
      PROXY: [true, 'Er zit geen proxy tussen.'],
      PEPPOL: [true, 'Er kocht nog geen Belgisch bedrijf.'],
      PRODUCT: [false, expect.any(String)],
      SHIPPING: [false, expect.any(String)],
      TWO_FACTOR: [false, '1 administrator logt in zonder tweede stap.'],
    })
    await addProduct(shop)
    await issueToBusiness(shop, admin.user.id)
    expect(await detailsOf()).toMatchObject({
      PRODUCT: [true, '1 product te koop'],
      PEPPOL: [false, expect.stringContaining('nagebootst')],
      SAFETY: [false, '1 product zonder wie het maakt en waarvoor je moet opletten.'],
    })
  })

  it('is done with mail when the link of a test mail was opened, once', async () => {
    expect(await admin.call(sendTestMail)).toMatchObject({ status: 204 })
    await vi.waitFor(async () => expect(await mailsTo(shop, admin.user.email)).toEqual(['test-mail']), 10_000)
    const { db } = shop.node.platform
    const token = await issueToken(db, admin.user.id, 'TEST_MAIL', now())
    const visitor = shop.newClient()
    expect(await visitor.call(confirmTestMail, { token })).toMatchObject({ status: 204 })
    expect(await visitor.call(confirmTestMail, { token })).toMatchObject({
      status: 400,
      body: { code: 'TOKEN_INVALID' },
    })
  })
})

describe('the public address', () => {
  it('is recognized as this shop, with and without a proxy', async () => {
    const { platform } = shop.node
    expect(await probeReachability(platform)).toMatchObject({ isForwarded: false, isTrusted: false })
    const proxy = await openProxy(shop.origin)
    const behind = { ...platform, origin: () => proxy.url }
    expect(await probeReachability(behind)).toMatchObject({ isForwarded: true, isTrusted: true })
    const careless = await openShop()
    const other = await openProxy(careless.origin)
    const unnamed = { ...careless.node.platform, origin: () => other.url }
    expect(await probeReachability(unnamed)).toMatchObject({ isForwarded: true, isTrusted: false })
    await Promise.all([proxy.close(), other.close(), careless.close()])
  })

  it('is not recognized when something else answers there', async () => {
    const { platform } = shop.node
    const stranger = { ...platform, keyFor: () => Buffer.alloc(32) }
    expect(await probeReachability(stranger)).toBeNull()
    const nowhere = { ...platform, origin: () => 'http://127.0.0.1:9' }
    expect(await probeReachability(nowhere)).toBeNull()
  })

  it('answers nobody who made no challenge of this shop', async () => {
    for (const challenge of ['', 'x', 'x.y', `x.${'y'.repeat(43)}`])
      expect(await shop.newClient().call(proveReachability, { challenge })).toMatchObject({ status: 404 })
  })

  it.each([
    'http://localhost:3000',
    'https://shop.local',
    'https://10.1.2.3',
    'https://[fd00::1]',
    'https://[::1]',
  ])('is not public when it is %s', url => expect(isPublicHost(url)).toBe(false))
  it.each(['https://gloed.example', 'https://8.8.8.8', 'https://fd.nl', 'https://testwinkel.nl'])(
    'may be public when it is %s',
    url => expect(isPublicHost(url)).toBe(true),
  )
})
