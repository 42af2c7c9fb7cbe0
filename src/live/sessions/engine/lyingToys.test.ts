import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LIE_MS, ToyLie } from '../../../../simulators/lovense/lies.rules.ts'
import { createCustomers } from '../../../../tests/support/customers.ts'
import { openShop, type TestUser, type TestShop } from '../../../../tests/support/shop.ts'
import { addTestMinutes, linkToys, simulatorOf } from '../../../../tests/support/toys.ts'
import { logout } from '../../../people/accounts/contract.ts'
import { stopToys } from '../../studio/contract.ts'
import { sendCommand, startControl, stopControl } from '../contract.ts'

/**
 * Toys whose app answers that all went well, each lying in its own way: whatever ends control, all of them are silent within three
 * seconds, by the levels of their motors.
 */
const SILENT_MS = 3000
/** A lie begins again within this time after the last stop, in milliseconds. */
const WATCHED_MS = 1500
/** One of each, and last the partner of the one that is swapped, which nobody controls: a stop of its own would hide where the other went. */
const lies = [...ToyLie.options, 'swapped'] as const
const types = ['lush', 'hush', 'ambi', 'domi', 'ferri', 'nora', 'edge', 'max']

let shop: TestShop
let creator: TestUser
let simulator: ReturnType<typeof simulatorOf>
let toyIds: string[]
let customers: Awaited<ReturnType<typeof createCustomers>>

beforeAll(async () => {
  shop = await openShop()
  simulator = simulatorOf(shop)
  creator = await shop.newUser('MODEL')
  toyIds = await linkToys(shop, creator, types)
})
afterAll(() => shop.close())

const levels = async () => {
  const toys = await simulator.toys()
  return Object.fromEntries(lies.map((lie, index) => [`${index} ${lie}`, levelOf(toys, toyIds[index])]))
}
const levelOf = (toys: Awaited<ReturnType<typeof simulator.toys>>, toyId: string | undefined) =>
  toys.find(({ id }) => id === toyId)?.level
const silent = () => Object.fromEntries(lies.map((lie, index) => [`${index} ${lie}`, 0]))

const runAll = (intensity: number) =>
  Promise.all(
    customers.map(({ call }, index) =>
      call(sendCommand, { toyDeviceId: toyIds[index], command: 'vibrate', intensity }),
    ),
  )

/** Each toy has a customer of its own, at level 9; some toys begin to lie before that, some in the middle of it. */
async function controlAll() {
  await simulator.inject({})
  customers = await createCustomers(shop, lies.length - 1)
  for (const { userId } of customers) await addTestMinutes(shop, userId, 20)
  for (const [index, { call }] of customers.entries())
    expect(await call(startControl, { toyDeviceId: toyIds[index] })).toMatchObject({ status: 201 })
  const told = lies.map((lie, index) => [toyIds[index], lie] as const)
  const early = told.filter(([, lie]) => lie !== 'swapped' && lie !== 'renamed')
  await simulator.inject({ lies: Object.fromEntries(early) })
  for (const { status } of await runAll(9)) expect(status).toBe(200)
  await pause(LIE_MS)
  await simulator.inject({ lies: Object.fromEntries(told) })
  expect(Object.values(await levels()).slice(0, customers.length)).toEqual(customers.map(() => 9))
}

describe('toys that lie are silent within three seconds after', () => {
  it.each<[string, () => Promise<unknown>]>([
    [
      'a stop of who controls them',
      () =>
        Promise.all(
          customers.map(({ call }, index) =>
            call(sendCommand, { toyDeviceId: toyIds[index], command: 'stop' }),
          ),
        ),
    ],
    ['the end of the session', () => Promise.all(customers.map(({ call }) => call(stopControl)))],
    ['a sign-out', () => Promise.all(customers.map(({ call }) => call(logout)))],
    ['a stop of the creator', () => creator.call(stopToys, {})],
  ])('%s', async (_, end) => {
    await controlAll()
    await end()
    const endedAt = Date.now()
    await pause(SILENT_MS)
    while (Date.now() - endedAt < SILENT_MS + WATCHED_MS) {
      expect(await levels()).toEqual(silent())
      await pause(50)
    }
    await Promise.all(customers.map(({ call }) => call(stopControl)))
  })
})
