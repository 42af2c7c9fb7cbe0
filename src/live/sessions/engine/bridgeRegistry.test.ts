import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openShop, type TestUser, type TestShop } from '../../../../tests/support/shop.ts'
import { openSocketClient, type SocketClient } from '../../../../tests/support/socketClient.ts'
import { addTestMinutes, onAirForever } from '../../../../tests/support/toys.ts'
import { changeToy, confirmToys, readStudio, removeToy } from '../../studio/contract.ts'
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

/** Reports as another connection to the program does. */
const reconnect = (tab: SocketClient, devices: { device: number; name: string }[]) =>
  tab.send({ type: 'bridge', fresh: true, toys: devices.map(each => ({ ...each, battery: null })) })

test('a device under another number stays the same toy, with its cap and name', async () => {
  const { creator, tab, toyId } = await bridged()
  await creator.call(changeToy, { toyId, maxIntensity: 4, name: 'Maan' })
  reconnect(tab, [{ device: 31, name: 'Aurora' }])
  await vi.waitFor(async () => {
    const own = await ownToys(creator)
    expect(own).toMatchObject([
      { id: toyId, bridgeDevice: 31, maxIntensity: 4, name: 'Maan', isActive: true },
    ])
  }, PATIENCE)
  tab.close()
})

test('two toys of one name take no command after their order may have changed, until their owner says which is which', async () => {
  const creator = await shop.newUser('MODEL')
  const tab = await tabOf(creator)
  const lushes = [0, 1].map(number => ({ device: number, name: 'Lovense Lush' }))
  reconnect(tab, lushes)
  await vi.waitFor(async () => expect(await ownToys(creator)).toHaveLength(2), PATIENCE)
  await shop.node.platform.db.update(toys).set(onAirForever).where(eq(toys.ownerId, creator.user.id))
  const byDevice = async () =>
    (await ownToys(creator)).toSorted((a, b) => (a.bridgeDevice ?? 0) - (b.bridgeDevice ?? 0))
  const [capped, free] = await byDevice()
  const ids = { capped: capped?.id ?? '', free: free?.id ?? '' }
  await creator.call(changeToy, { toyId: ids.capped, maxIntensity: 4 })
  const { vibrate } = await playing(ids.free)
  const end = obedient(tab)
  expect((await vibrate(20)).type).toBe('ack')
  const silences = orders(tab, 'silence').length

  reconnect(tab, lushes)
  await order(tab, 'silence', silences)
  await vi.waitFor(async () => {
    const { toys: held } = (await creator.call(readStudio)).body
    expect(held.map(({ maxIntensity, onAir }) => [maxIntensity, onAir])).toEqual([
      [4, false],
      [4, false],
    ])
    // By which their owner tells them apart.
    expect(Object.fromEntries(held.map(({ id, ownMaxIntensity }) => [id, ownMaxIntensity]))).toEqual({
      [ids.capped]: 4,
      [ids.free]: 20,
    })
  }, PATIENCE)
  const runs = orders(tab, 'run').length
  expect(await vibrate(20)).toMatchObject({ type: 'error', code: 'PROVIDER_UNAVAILABLE' })
  expect(orders(tab, 'run')).toHaveLength(runs)
  expect((await creator.call(changeToy, { toyId: ids.free, onAir: true })).status).toBe(409)

  const confirm = (chosen: object[], who = creator) => who.call(confirmToys, { toys: chosen })
  const swapped = [
    { toyId: ids.capped, device: 1 },
    { toyId: ids.free, device: 0 },
  ]
  expect((await confirm(swapped.slice(1))).status).toBe(409)
  expect((await confirm([swapped[0] as object, { toyId: ids.capped, device: 0 }])).status).toBe(409)
  expect((await confirm(swapped, await shop.newUser('MODEL'))).status).toBe(409)
  expect((await confirm(swapped)).status).toBe(204)
  expect(await byDevice()).toMatchObject([
    { id: ids.free, unconfirmedCap: null, maxIntensity: 20 },
    { id: ids.capped, unconfirmedCap: null, maxIntensity: 4 },
  ])
  // A command that the stop of a confirmed toy supersedes is acknowledged, and sends nothing.
  const runAgain = async () => {
    expect((await vibrate(20)).type).toBe('ack')
    expect(orders(tab, 'run').length).toBeGreaterThan(runs)
  }
  await vi.waitFor(runAgain, { timeout: 20_000, interval: 300 })
  expect(orders(tab, 'run').slice(runs)).toMatchObject([{ device: 0, strengths: [20] }])
  end()
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
  await tab.until('bridged', { refused: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9] })
  // One that is gone makes room.
  const [gone, ...others] = await ownToys(creator)
  const remove = (who = creator) => who.call(removeToy, { toyId: gone?.id })
  expect((await remove()).status).toBe(409)
  await shop.node.platform.db
    .update(toys)
    .set({ lastActive: new Date(0) })
    .where(eq(toys.ownerId, creator.user.id))
  expect((await remove(await shop.newUser('MODEL'))).status).toBe(404)
  expect((await remove()).status).toBe(204)
  tab.send({ type: 'bridge', fresh: true, toys: [{ device: 9, name: 'Nieuw', battery: null }] })
  await vi.waitFor(
    async () => expect((await ownToys(creator)).some(({ name }) => name === 'Nieuw')).toBe(true),
    PATIENCE,
  )
  expect(await ownToys(creator)).toHaveLength(others.length + 1)
  tab.send({ type: 'bridge', fresh: true, toys: [...named(0), device] })
  expect(await tab.closed).toBe(1008)
  const again = await tabOf(creator)
  again.send({ type: 'bridge', fresh: true, toys: [{ ...device, name: ' \0 ' }] })
  expect(await again.closed).toBe(1008)
})
