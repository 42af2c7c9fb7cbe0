import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { openShop, type TestShop, type TestUser } from '../../../../tests/support/shop.ts'
import { openSocketClient, type SocketClient } from '../../../../tests/support/socketClient.ts'

let shop: TestShop
beforeAll(async () => void (shop = await openShop({ env: { RATE_LIMIT_FACTOR: '1' } })))
afterAll(() => shop.close())

/** Opens sockets at once. @returns those that opened */
async function openAtOnce(count: number, who: TestUser): Promise<SocketClient[]> {
  const open = () => openSocketClient(shop.origin, { cookie: who.cookie() })
  const results = await Promise.allSettled(Array.from({ length: count }, open))
  return results.flatMap(each => (each.status === 'fulfilled' ? [each.value] : []))
}

it('a user opens no more than twenty at once, and more when some have closed', async () => {
  const member = await shop.newUser()
  const tabs = await openAtOnce(60, member)
  expect(tabs).toHaveLength(20)
  for (const tab of tabs.slice(0, 5)) tab.close()
  await vi.waitFor(async () => expect((await openAtOnce(1, member)).length).toBe(1))
  for (const tab of tabs) tab.close()
})

it('an address opens no more than two hundred', async () => {
  const members = await Promise.all(Array.from({ length: 11 }, () => shop.newUser()))
  const opened = await Promise.all(members.map(member => openAtOnce(20, member)))
  // Those of the test before may still be closing.
  expect(opened.flat().length).toBeGreaterThan(170)
  expect(opened.flat().length).toBeLessThanOrEqual(200)
  for (const tab of opened.flat()) tab.close()
})
