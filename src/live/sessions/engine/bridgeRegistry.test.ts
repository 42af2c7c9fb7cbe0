import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openShop, type TestUser, type TestShop } from '../../../../tests/support/shop.ts'
import { openSocketClient, type SocketClient } from '../../../../tests/support/socketClient.ts'
import { addTestMinutes, onAirForever } from '../../../../tests/support/toys.ts'
import { listToys, startControl } from '../contract.ts'
import { toys } from '../../toys/table.ts'
import type { ServerFrame } from '../socket.contract.ts'

const PATIENCE = { timeout: 20_000, interval: 10 }
const device = { device: 0, name: 'Aurora', battery: 80 }

let shop: TestShop
beforeAll(async () => void (shop = await openShop()))
afterAll(() => shop.close())

const tabOf = (member: TestUser): Promise<SocketClient> =>
  openSocketClient(shop.origin, { cookie: member.cookie(), origin: shop.origin })
const ownToys = (member: TestUser) =>
  shop.node.platform.db.select().from(toys).where(eq(toys.ownerId, member.user.id)).orderBy(toys.name)

type Order = Extract<ServerFrame, { type: 'run' | 'silence' }>
const orders = ({ received }: SocketClient, type: Order['type']) =>
  received.filter((frame): frame is Order => frame.type === type)
/** The next command of a kind after the first `after` ones. */
const order = (tab: SocketClient, type: Order['type'], after = 0) =>
  vi.waitFor(() => {
    const found = orders(tab, type)[after]
    expect(found).toBeDefined()
    return found as Order
  }, PATIENCE)

/** Answers its commands as the browser with the device does. */
function obedient(tab: SocketClient): () => void {
  let seen = 0
  const timer = setInterval(() => {
    for (const frame of tab.received.slice(seen))
      if (frame.type === 'run' || frame.type === 'silence') tab.send({ type: 'done', id: frame.id, ok: true })
    seen = tab.received.length
    tab.send({ type: 'bridging' })
  }, 20)
  return () => clearInterval(timer)
}

/** A creator with one bridged toy that an admin has activated, and the creator's tab. */
async function bridged() {
  const creator = await shop.newUser('MODEL')
  const tab = await tabOf(creator)
  tab.send({ type: 'bridge', fresh: true, toys: [device] })
  await vi.waitFor(async () => expect(await ownToys(creator)).toMatchObject([{ isActive: false }]), PATIENCE)
  await shop.node.platform.db.update(toys).set(onAirForever).where(eq(toys.ownerId, creator.user.id))
  const [toy] = await ownToys(creator)
  return { creator, tab, toyId: toy?.id ?? '' }
}

/** A customer in control of the toy, and the customer's tab. */
async function playing(toyId: string) {
  const customer = await shop.newUser()
  await addTestMinutes(shop, customer.user.id, 20)
  expect((await customer.call(startControl, { toyDeviceId: toyId })).status).toBe(201)
  const tab = await tabOf(customer)
  await tab.until('session')
  const vibrate = (intensity: number) => tab.command({ toyDeviceId: toyId, command: 'vibrate', intensity })
  const stop = () => tab.command({ toyDeviceId: toyId, command: 'stop' })
  return { customer, tab, vibrate, stop }
}

const statusOf = async (creator: TestUser) => (await ownToys(creator)).map(({ status }) => status)

test('a bridged toy needs activation by an admin, then runs through the tab, and is stopped', async () => {
  const { tab, toyId } = await bridged()
  const end = obedient(tab)
  const { customer, vibrate, stop } = await playing(toyId)
  const listed = (await customer.call(listToys)).body.find(({ id }) => id === toyId)
  expect(listed).toMatchObject({ name: 'Aurora', isOnline: true, batteryLevel: 80 })
  expect((await vibrate(7)).type).toBe('ack')
  expect(orders(tab, 'run').at(-1)).toMatchObject({ device: 0, strengths: [7], seconds: 2 })
  const before = orders(tab, 'silence').length
  expect((await stop()).type).toBe('ack')
  await order(tab, 'silence', before)
  end()
  tab.close()
})

test('a command to the tab obeys the owner’s cap', async () => {
  const { creator, tab, toyId } = await bridged()
  const { db } = shop.node.platform
  await db.update(toys).set({ maxIntensity: 5 }).where(eq(toys.ownerId, creator.user.id))
  const end = obedient(tab)
  const { vibrate } = await playing(toyId)
  await vibrate(20)
  expect(orders(tab, 'run').at(-1)).toMatchObject({ strengths: [5] })
  end()
  tab.close()
})

test('only the tab that got a command can answer it, once, and nothing else', async () => {
  const { tab, toyId } = await bridged()
  const { vibrate } = await playing(toyId)
  const stranger = await tabOf(await shop.newUser('MODEL'))
  const answer = vibrate(7)
  const { id } = await order(tab, 'run')
  stranger.send({ type: 'done', id, ok: true })
  tab.send({ type: 'done', id: id + 1000, ok: true })
  tab.send({ type: 'done', id, ok: false })
  tab.send({ type: 'done', id, ok: true })
  expect(await answer).toMatchObject({ type: 'error', code: 'PROVIDER_UNAVAILABLE' })
  // A command that the tab refused is followed by a stop.
  await order(tab, 'silence')
  tab.close()
})

test('an answer after the timeout is ignored, and the toy is stopped', async () => {
  const { tab, toyId } = await bridged()
  const alive = setInterval(() => tab.send({ type: 'bridging' }), 500)
  const { vibrate } = await playing(toyId)
  const answer = vibrate(7)
  const { id } = await order(tab, 'run')
  expect(await answer).toMatchObject({ type: 'error', code: 'PROVIDER_UNAVAILABLE' })
  tab.send({ type: 'done', id, ok: true })
  await order(tab, 'silence')
  clearInterval(alive)
  tab.close()
})

test('when a tab closes during a command, the command is refused at once and the toy is offline', async () => {
  const { creator, tab, toyId } = await bridged()
  const { vibrate } = await playing(toyId)
  const answer = vibrate(7)
  await order(tab, 'run')
  tab.close()
  expect(await answer).toMatchObject({ type: 'error', code: 'PROVIDER_UNAVAILABLE' })
  await vi.waitFor(async () => expect(await statusOf(creator)).toEqual(['OFFLINE']), PATIENCE)
})

test('a tab without heartbeats loses the bridge, and may start it again', async () => {
  const { creator, tab } = await bridged()
  await vi.waitFor(async () => expect(await statusOf(creator)).toEqual(['OFFLINE']), PATIENCE)
  tab.send({ type: 'bridging' })
  await tab.until('unbridge', { taken: false })
  tab.send({ type: 'bridge', fresh: true, toys: [device] })
  await vi.waitFor(async () => expect(await statusOf(creator)).toEqual(['ONLINE']), PATIENCE)
  tab.close()
})

test('a second tab of the same creator becomes the only bridge', async () => {
  const { creator, tab, toyId } = await bridged()
  const second = await tabOf(creator)
  second.send({ type: 'bridge', fresh: true, toys: [device] })
  await tab.until('unbridge', { taken: true })
  tab.send({ type: 'bridge', fresh: false, toys: [] })
  const end = obedient(second)
  const { vibrate } = await playing(toyId)
  expect((await vibrate(7)).type).toBe('ack')
  expect(orders(tab, 'run')).toEqual([])
  expect(await ownToys(creator)).toHaveLength(1)
  end()
  second.close()
  tab.close()
})

test('the same device of another creator is another toy, and a customer can’t bridge', async () => {
  const first = await bridged()
  const second = await bridged()
  expect(second.toyId).not.toBe(first.toyId)
  const customer = await shop.newUser()
  const tab = await tabOf(customer)
  tab.send({ type: 'bridge', fresh: true, toys: [device] })
  await tab.until('unbridge', { taken: true })
  expect(await ownToys(customer)).toEqual([])
  for (const each of [tab, first.tab, second.tab]) each.close()
})

test('the number of bridged toys is limited, and an invalid report closes the socket', async () => {
  const creator = await shop.newUser('MODEL')
  const tab = await tabOf(creator)
  const named = (from: number) =>
    Array.from({ length: 10 }, (_, each) => ({ device: each, name: `Toy ${from + each}`, battery: null }))
  for (const from of [0, 10, 20, 30, 40]) {
    tab.send({ type: 'bridge', fresh: true, toys: named(from) })
    await vi.waitFor(async () => {
      const there = (await ownToys(creator)).filter(({ status }) => status === 'ONLINE')
      expect(there.some(({ name }) => name === `Toy ${from}`)).toBe(from < 30)
    }, PATIENCE)
  }
  expect(await ownToys(creator)).toHaveLength(30)
  tab.send({ type: 'bridge', fresh: true, toys: [...named(0), device] })
  expect(await tab.closed).toBe(1008)
  const again = await tabOf(creator)
  again.send({ type: 'bridge', fresh: true, toys: [{ ...device, name: 'a\0b' }] })
  expect(await again.closed).toBe(1008)
})
