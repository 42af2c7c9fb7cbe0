import { afterAll, beforeAll, expect, it } from 'vitest'
import { openShop, type TestShop } from '../../../tests/support/shop.ts'
import { collectBeacon } from './contract.ts'
import { analytics } from './table.ts'

let shop: TestShop
beforeAll(async () => void (shop = await openShop()))
afterAll(() => shop.close())

it.each<[string, unknown, number]>([
  ['no body', undefined, 400],
  ['a list', [], 400],
  ['no consent told', { type: 'view', page: '/' }, 400],
  ['a page elsewhere', { consent: true, type: 'view', page: '//elders.nl' }, 400],
  ['no visit id but a word', { consent: true, type: 'view', page: '/', visitId: 'x' }, 400],
  ['a depth beyond the end', { consent: true, type: 'leave', page: '/', scrollDepth: 101 }, 400],
  ['a time before the beginning', { consent: true, type: 'leave', page: '/', timeOnPage: -1 }, 400],
  ['an endless page', { consent: false, type: 'view', page: `/${'a'.repeat(3000)}` }, 400],
  ['an unknown kind', { consent: false, type: 'steal', page: '/' }, 400],
  ['half a letter', { consent: false, type: 'view', page: '/\ud800' }, 400],
  [
    'a name like a script',
    { consent: true, type: 'event', page: '/', event: { category: '<b>', action: 'x' } },
    400,
  ],
  ['no JSON', 'geen json', 400],
  ['too much', { consent: false, type: 'view', page: '/', title: 'x'.repeat(300_000) }, 413],
])('refuses a beacon with %s with a message', async (_, body, status) => {
  const answer = await shop
    .newClient()
    .request('POST', collectBeacon.path, body, { 'content-type': 'application/json' })
  expect(answer).toMatchObject({ status, body: { message: expect.any(String) } })
  expect(await shop.node.platform.db.$count(analytics)).toBe(0)
})

it('allows 120 beacons a minute from one address without limiting others', async () => {
  const strict = await openShop({ env: { TRUSTED_PROXIES: '127.0.0.1', RATE_LIMIT_FACTOR: '1' } })
  const visitor = strict.newClient()
  const from = (address: string) =>
    visitor.request(
      'POST',
      collectBeacon.path,
      { consent: false, type: 'view', page: '/' },
      { 'x-forwarded-for': address },
    )
  const statuses = await Promise.all(
    Array.from({ length: 130 }, async () => (await from('81.82.3.4')).status),
  )
  expect(statuses.filter(status => status === 204)).toHaveLength(120)
  expect(statuses.filter(status => status === 429)).toHaveLength(10)
  expect((await from('81.82.3.5')).status).toBe(204)
  await strict.close()
})

it('allows 1,200 beacons a minute from one network, across its addresses', async () => {
  const strict = await openShop({ env: { TRUSTED_PROXIES: '127.0.0.1', RATE_LIMIT_FACTOR: '0.1' } })
  const visitor = strict.newClient()
  const from = async (address: string) => {
    const headers = { 'x-forwarded-for': address }
    return (
      await visitor.request('POST', collectBeacon.path, { consent: false, type: 'view', page: '/' }, headers)
    ).status
  }
  // A tenth of the limits.
  const statuses = []
  for (let part = 0; part < 13; part += 1)
    for (let sent = 0; sent < 10; sent += 1) statuses.push(await from(`2a02:1810:1234:${part}::${sent + 1}`))
  expect(statuses.filter(status => status === 204)).toHaveLength(120)
  expect(await from('2a02:1810:9999::1')).toBe(204)
  await strict.close()
})
