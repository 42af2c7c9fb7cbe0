import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { createCustomers, type TestCustomer } from '../../../../tests/support/customers.ts'
import { openTwoNodes, type TwoNodes } from '../../../../tests/support/shopOnPostgres.ts'
import { createTestClient, type TestShop } from '../../../../tests/support/shop.ts'
import { addTestMinutes, linkToys, simulatorOf, ZERO } from '../../../../tests/support/toys.ts'
import { readControlSession, sendCommand, startControl, stopControl } from '../contract.ts'
import { toyControlSessions } from '../table.ts'

/** A node stops while it controls a toy at level 12; `next` and `other` stay. */
let nodes: TwoNodes
let next: TestShop
let other: TestShop
let leaving: TestShop
let closed: Promise<void>
let simulator: ReturnType<typeof simulatorOf>
let toyDeviceId: string
let customer: TestCustomer
beforeAll(async () => {
  nodes = await openTwoNodes()
  ;({ one: next, two: other } = nodes)
  simulator = simulatorOf(next)
  ;[toyDeviceId = ''] = await linkToys(next, await next.newUser('MODEL'))
})
afterAll(() => nodes.close())
beforeEach(takeControl)
afterEach(async () => {
  await simulator.inject({})
  await closed
  await at(next).call(stopControl)
})

/** A customer controls the toy at the node that is to stop; the next one knows. */
async function takeControl(): Promise<void> {
  ;[customer] = (await createCustomers(next, 1)) as [TestCustomer]
  await addTestMinutes(next, customer.userId, 20)
  leaving = await nodes.openThird({ LOVENSE_TOKEN: 'leaving' })
  const started = () => at(leaving).call(startControl, { toyDeviceId })
  await vi.waitFor(async () => expect((await started()).status).toBe(201), PATIENCE)
  expect((await play(leaving, 12)).status).toBe(200)
  await simulator.untilLevel(toyDeviceId, 12)
  await vi.waitFor(async () => {
    const { body } = await at(next).call(readControlSession)
    expect(body).toMatchObject({ output: { intensity: 12 } })
  }, PATIENCE)
}

const PATIENCE = { timeout: 8000, interval: 25 }
/** The customer at a node. */
const at = ({ origin }: TestShop) => {
  const [name = '', token = ''] = customer.cookie().split('=')
  return createTestClient(origin, new Map([[name, token]]))
}
const play = (shop: TestShop, intensity: number) =>
  at(shop).call(sendCommand, { toyDeviceId, command: 'vibrate', intensity })
const stopToy = (shop: TestShop) => at(shop).call(sendCommand, { toyDeviceId, command: 'stop' })
const beat = () => at(next).call(readControlSession)

async function controller(): Promise<string | null | undefined> {
  const [row] = await next.node.platform.db
    .select()
    .from(toyControlSessions)
    .where(eq(toyControlSessions.userId, customer.userId))
  return row?.controlledBy
}

/** Heartbeats until the next node has the session. */
const untilTaken = () =>
  vi.waitFor(async () => {
    expect((await beat()).status).toBe(200)
    expect(await controller()).toBe(next.node.platform.bus.nodeId)
  }, PATIENCE)

/**
 * The requests to the toy: `Stop` or a level. Requests of the stopping node may arrive late; they are recognized by its token.
 */
const askedSince = async (place: number): Promise<string[]> =>
  (await simulator.log())
    .slice(place)
    .filter(({ body }) => body.toy === toyDeviceId && body.action !== ZERO)
    .filter(({ body }) => body.action === 'Stop' || (body as { token?: string }).token !== 'leaving')
    .map(({ body }) => body.action ?? '?')
const countAsked = async () => (await simulator.log()).length

/**
 * A node that takes a toy over repeats its stop for two seconds, unless it has a command for it: after several stops no command
 * waits.
 * @param place in the log of requests to the toy, after which only stops may follow
 */
async function expectStill(place: number): Promise<void> {
  await untilTaken()
  await vi.waitFor(async () => expect((await askedSince(place)).length).toBeGreaterThan(4), PATIENCE)
  expect(new Set(await askedSince(place))).toEqual(new Set(['Stop']))
}

/** Its stop takes so long that the test can act before the leases are released. */
async function beginSlowStop(): Promise<void> {
  const before = await countAsked()
  await simulator.inject({ latencyMs: 700 })
  closed = leaving.close()
  await vi.waitFor(async () => expect(await askedSince(before)).toContain('Stop'), PATIENCE)
}

it('goes on with the level that its controller asked for, at the next heartbeat, and not before', async () => {
  closed = leaving.close()
  await closed
  expect(await simulator.levelOf(toyDeviceId)).toBe(0)
  expect(await controller()).not.toBe(next.node.platform.bus.nodeId)
  await untilTaken()
  await simulator.untilLevel(toyDeviceId, 12)
  expect((await beat()).body).toMatchObject({ status: 'ACTIVE', output: { intensity: 12 } })
})

it.each([
  ['the node that takes over', () => next],
  ['another node', () => other],
])('stays still after a stop at %s', async (_, stopped) => {
  closed = leaving.close()
  await closed
  const before = await countAsked()
  expect((await stopToy(stopped())).status).toBe(200)
  await expectStill(before)
})

it('stays still after a stop at the node that stops, after it was asked to', async () => {
  await beginSlowStop()
  const before = await countAsked()
  expect((await stopToy(leaving)).status).toBe(200)
  await simulator.inject({})
  await expectStill(before)
})

it('stays still when it was still before', async () => {
  expect((await stopToy(leaving)).status).toBe(200)
  await simulator.untilLevel(toyDeviceId, 0)
  const before = await countAsked()
  closed = leaving.close()
  await closed
  await expectStill(before)
})

it('carries out a command that comes during the handover', async () => {
  await beginSlowStop()
  const played = play(next, 5)
  await vi.waitFor(async () => expect(await controller()).toBe(next.node.platform.bus.nodeId), PATIENCE)
  await simulator.inject({})
  expect((await played).status).toBe(200)
  await simulator.untilLevel(toyDeviceId, 5)
  await closed
  // It repeats its stops only while nobody has the toy.
  const asked = (await simulator.log()).filter(({ body }) => body.toy === toyDeviceId)
  const after = asked.slice(asked.findIndex(({ body }) => body.action === 'Vibrate:5'))
  expect(after.filter(({ body }) => (body as { token?: string }).token === 'leaving')).toEqual([])
})

it('is told twice, the first time before the toy is still, and goes on once', async () => {
  const told: number[] = []
  const stopListening = next.node.platform.bus.subscribe(
    'session.handedOver',
    () => void told.push(performance.now()),
  )
  await beginSlowStop()
  await vi.waitFor(() => expect(told).toHaveLength(1), PATIENCE)
  expect(await controller()).toBe(leaving.node.platform.bus.nodeId)
  await simulator.inject({})
  await closed
  stopListening()
  expect(told).toHaveLength(2)
  await untilTaken()
  await simulator.untilLevel(toyDeviceId, 12)
})
