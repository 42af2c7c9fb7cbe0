import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createCustomers, type TestCustomer } from '../../../../tests/support/customers.ts'
import { openTwoNodes, type TwoNodes } from '../../../../tests/support/shopOnPostgres.ts'
import { createTestClient, type TestClient, type TestShop } from '../../../../tests/support/shop.ts'
import { addTestMinutes, linkToys, simulatorOf } from '../../../../tests/support/toys.ts'
import { stopToys } from '../../studio/contract.ts'
import { sendCommand, startControl, stopControl } from '../contract.ts'

/** A creator stops her toys at a node that controls none of them; requests of that node are recognized by this token. */
const STOPPER = 'stopper'
const PATIENCE = { timeout: 10_000, interval: 25 }
/** After the last time at which a stop is sent again, in milliseconds. */
const ALL_REPEATED_MS = 1300

let nodes: TwoNodes
let one: TestShop
let stopper: TestShop
let creator: TestClient
let simulator: ReturnType<typeof simulatorOf>
let toyDeviceId: string
beforeAll(async () => {
  nodes = await openTwoNodes()
  ;({ one } = nodes)
  stopper = await nodes.openThird({ LOVENSE_TOKEN: STOPPER })
  simulator = simulatorOf(one)
  const model = await one.newUser('MODEL')
  ;[toyDeviceId = ''] = await linkToys(one, model)
  const [name = '', token = ''] = model.cookie().split('=')
  creator = createTestClient(stopper.origin, new Map([[name, token]]))
})
afterAll(async () => {
  await stopper.close()
  await nodes.close()
})

const sentByStopper = async (): Promise<unknown[]> =>
  (await simulator.log())
    .map(({ body }) => body as { toy?: string; token?: string; action?: string })
    .filter(({ toy, token }) => toy === toyDeviceId && token === STOPPER)
    .map(({ action }) => action)

async function newCustomer(): Promise<TestCustomer> {
  const [customer] = (await createCustomers(one, 1)) as [TestCustomer]
  await addTestMinutes(one, customer.userId, 20)
  return customer
}

/** Level 9 at node one. */
async function play(customer: TestCustomer): Promise<void> {
  const command = { toyDeviceId, command: 'vibrate', intensity: 9 }
  expect((await customer.call(startControl, { toyDeviceId })).status).toBe(201)
  expect((await customer.call(sendCommand, command)).status).toBe(200)
}

it('a toy that nobody controls gets its stop and zeros three times', async () => {
  const before = (await sentByStopper()).length
  expect((await creator.call(stopToys)).status).toBe(200)
  await vi.waitFor(async () => {
    const sent = (await sentByStopper()).slice(before)
    expect(sent.filter(action => action === 'Stop')).toHaveLength(3)
    expect(sent).toHaveLength(6)
  }, PATIENCE)
})

it('a command that comes after the stop at the node that controls the toy is not ended by it', async () => {
  const [first, second] = [await newCustomer(), await newCustomer()]
  await play(first)
  expect((await creator.call(stopToys)).body.sessions).toHaveLength(1)
  await play(second)
  // A command may wait at the node for the answer to the one before it.
  await simulator.untilLevel(toyDeviceId, 9)
  const before = (await sentByStopper()).length
  const until = performance.now() + ALL_REPEATED_MS
  while (performance.now() < until) {
    expect(await simulator.levelOf(toyDeviceId)).toBe(9)
    await pause(50)
  }
  expect((await sentByStopper()).slice(before)).toEqual([])
  expect((await second.call(stopControl)).status).toBe(200)
  await simulator.untilLevel(toyDeviceId, 0)
})
