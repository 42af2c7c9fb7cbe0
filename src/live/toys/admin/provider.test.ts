import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openShop, type TestUser, type TestShop } from '../../../../tests/support/shop.ts'
import { openSocketClient } from '../../../../tests/support/socketClient.ts'
import { linkToys, simulatorOf } from '../../../../tests/support/toys.ts'
import { testProvider, readProvider } from './provider.contract.ts'

const PATIENCE = { timeout: 20_000, interval: 25 }
const secrets = {
  LOVENSE_TOKEN: 'een-token-dat-niemand-ziet',
  LOVENSE_CALLBACK_SECRET: 'een-geheim-dat-niemand-ziet',
}

let shop: TestShop
let admin: TestUser
beforeAll(async () => {
  shop = await openShop({ env: secrets })
  admin = await shop.newUser('ADMIN')
})
afterAll(() => shop.close())

const state = async () => (await admin.call(readProvider)).body

describe('the state of the provider', () => {
  it('contains its configuration and the callback URL, but no secret', async () => {
    const { status, body } = await admin.call(readProvider)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      isSimulated: true,
      host: 'simulator',
      hasToken: true,
      hasCallbackSecret: true,
    })
    expect(body.callbackUrl).toBe(`${shop.origin}/api/webhooks/lovense/`)
    for (const secret of Object.values(secrets)) expect(JSON.stringify(body)).not.toContain(secret)
  })

  it('contains the linked apps, and when they last reported', async () => {
    const creator = await shop.newUser('MODEL')
    await linkToys(shop, creator)
    const { apps, lastCallbackAt } = await state()
    const own = apps.find(({ owner }) => owner.id === creator.user.id)
    expect(own).toMatchObject({ isConnected: true, toyCount: 4, platform: expect.any(String) })
    expect(lastCallbackAt).toBe(apps[0]?.lastSeenAt)
    expect(JSON.stringify(apps)).not.toMatch(/token/)
  })

  it('contains the browsers that bridge toys of other makes, while they do', async () => {
    const creator = await shop.newUser('MODEL')
    const tab = await openSocketClient(shop.origin, { cookie: creator.cookie(), origin: shop.origin })
    tab.send({ type: 'bridge', fresh: true, toys: [{ device: 0, name: 'Aurora', battery: null }] })
    const owner = { id: creator.user.id, displayName: creator.user.displayName }
    await vi.waitFor(
      async () => expect((await state()).bridges).toMatchObject([{ owner, toys: ['Aurora'] }]),
      PATIENCE,
    )
    tab.close()
    await vi.waitFor(async () => expect((await state()).bridges).toEqual([]), PATIENCE)
  })
})

describe('testing the provider', () => {
  it('reports that it answers, and pairs no app', async () => {
    const before = (await state()).apps.length
    expect(await admin.call(testProvider)).toMatchObject({ status: 200, body: { isOk: true, code: null } })
    expect((await state()).apps).toHaveLength(before)
  })

  it('reports the error code, and stores it', async () => {
    const simulator = simulatorOf(shop)
    await simulator.inject({ code: 501 })
    expect(await admin.call(testProvider)).toMatchObject({ status: 200, body: { isOk: false, code: 501 } })
    await simulator.inject({ httpStatus: 500 })
    expect(await admin.call(testProvider)).toMatchObject({ status: 200, body: { isOk: false, code: 500 } })
    await simulator.inject({})
    await vi.waitFor(async () => {
      const { troubles } = await state()
      expect(troubles).toContainEqual(expect.objectContaining({ call: 'PAIR', code: 501, count: 1 }))
    }, PATIENCE)
  })
})
