import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { openShop, type TestShop, type TestUser } from '../../../../tests/support/shop.ts'
import { openSocketClient, type SocketClient } from '../../../../tests/support/socketClient.ts'

let shop: TestShop
beforeAll(
  async () => void (shop = await openShop({ env: { RATE_LIMIT_FACTOR: '1', TRUSTED_PROXIES: '127.0.0.1' } })),
)
afterAll(() => shop.close())

/** Opens sockets at once. @returns those that opened */
async function openAtOnce(
  count: number,
  who: TestUser,
  addressOf: (socket: number) => string = () => '203.0.113.7',
): Promise<SocketClient[]> {
  const open = (_: unknown, socket: number) =>
    openSocketClient(shop.origin, { cookie: who.cookie(), 'x-forwarded-for': addressOf(socket) })
  const results = await Promise.allSettled(Array.from({ length: count }, open))
  return results.flatMap(each => (each.status === 'fulfilled' ? [each.value] : []))
}

it('a user opens no more than twenty at once, and more when some have closed', async () => {
  const member = await shop.newUser()
  const tabs = await openAtOnce(60, member)
  expect(tabs).toHaveLength(20)
  for (const tab of tabs.slice(0, 5)) tab.close()
  await vi.waitFor(async () => expect((await openAtOnce(1, member)).length).toBe(1), 10_000)
  for (const tab of tabs) tab.close()
})

it.each([
  ['an address', () => '203.0.113.8'],
  [
    'an IPv6 network, all of which belongs to one client,',
    (socket: number) => `2001:db8:5:6::${(socket + 1).toString(16)}`,
  ],
])('%s opens no more than two hundred', async (_, addressOf) => {
  const members = await Promise.all(Array.from({ length: 11 }, () => shop.newUser()))
  const opened = await Promise.all(members.map(member => openAtOnce(20, member, addressOf)))
  expect(opened.flat().length).toBeGreaterThan(170)
  expect(opened.flat().length).toBeLessThanOrEqual(200)
  for (const tab of opened.flat()) tab.close()
})

it('an open socket keeps nothing of the request that opened it', async () => {
  const requests: WeakRef<object>[] = []
  shop.node.app.server.once('upgrade', request => requests.push(new WeakRef(request)))
  const member = await shop.newUser()
  const [tab] = await openAtOnce(1, member)
  await tab?.until('toys')
  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc') as () => void
  await vi.waitFor(() => {
    collectGarbage()
    expect(requests.map(request => request.deref())).toEqual([undefined])
  }, 10_000)
  expect(tab?.received.length).toBeGreaterThan(0)
  tab?.close()
})
