import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { openTwoNodes, type TwoNodes } from '../../../../tests/support/shopOnPostgres.ts'
import type { TestShop, TestUser } from '../../../../tests/support/shop.ts'
import { openSocketClient, type SocketClient } from '../../../../tests/support/socketClient.ts'
import { markBridgedToysOffline } from '../../toys/bridge.service.ts'
import { toys } from '../../toys/table.ts'

/** Two nodes, and a creator whose tabs connect to either of them. */
let nodes: TwoNodes
let one: TestShop
let two: TestShop
let creator: TestUser
beforeAll(async () => {
  nodes = await openTwoNodes()
  ;({ one, two } = nodes)
  creator = await one.newUser('MODEL')
})
afterAll(() => nodes.close())

const PATIENCE = { timeout: 15_000, interval: 25 }
const begin = { type: 'bridge', fresh: true, toys: [{ device: 0, name: 'Aurora', battery: null }] }
const tabAt = (shop: TestShop): Promise<SocketClient> =>
  openSocketClient(shop.origin, { cookie: creator.cookie() })
const ownToys = () => one.node.platform.db.select().from(toys).where(eq(toys.ownerId, creator.user.id))
/** Waits until either node has stored a new report. */
const untilHeardAfter = (since: Date | null | undefined) =>
  vi.waitFor(async () => {
    const [toy] = await ownToys()
    expect(toy).toMatchObject({ status: 'ONLINE' })
    expect(toy?.lastActive?.getTime()).toBeGreaterThan(since?.getTime() ?? 0)
    return toy?.lastActive
  }, PATIENCE)

it('a tab at another node becomes the only bridge, and closing the former tab leaves its toys online', async () => {
  const first = await tabAt(one)
  first.send(begin)
  const since = await untilHeardAfter(null)
  const second = await tabAt(two)
  second.send(begin)
  const alive = setInterval(() => second.send({ type: 'bridging' }), 500)
  await first.until('unbridge', { taken: true })
  await untilHeardAfter(since)
  first.send({ type: 'bridge', fresh: false, toys: [] })
  await vi.waitFor(
    () => expect(first.received.filter(({ type }) => type === 'unbridge')).toHaveLength(2),
    PATIENCE,
  )
  first.close()
  // Node one has received the message by the time that it answers another socket.
  const third = await tabAt(one)
  third.send({ type: 'bridging' })
  await third.until('unbridge')
  expect(await ownToys()).toMatchObject([{ status: 'ONLINE' }])
  third.close()
  clearInterval(alive)
  second.close()
  await vi.waitFor(async () => expect(await ownToys()).toMatchObject([{ status: 'OFFLINE' }]), PATIENCE)
})

it('a node that learns late that a tab closed leaves toys online that were reported since', async () => {
  const { db } = one.node.platform
  const [heardAt, goneAt] = [new Date(), new Date(Date.now() - 1000)]
  await db
    .update(toys)
    .set({ status: 'ONLINE', lastActive: heardAt })
    .where(eq(toys.ownerId, creator.user.id))
  await markBridgedToysOffline(db, creator.user.id, { notAfter: goneAt })
  expect(await ownToys()).toMatchObject([{ status: 'ONLINE' }])
  await markBridgedToysOffline(db, creator.user.id, { notAfter: heardAt })
  expect(await ownToys()).toMatchObject([{ status: 'OFFLINE' }])
})
