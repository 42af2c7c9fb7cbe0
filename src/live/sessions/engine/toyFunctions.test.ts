import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openShop, type TestUser, type TestShop } from '../../../../tests/support/shop.ts'
import { addTestMinutes, linkToys, simulatorOf } from '../../../../tests/support/toys.ts'
import { changeToy } from '../../studio/contract.ts'
import { listToys, readControlSession, sendCommand, startControl, stopControl } from '../contract.ts'
import { simulatorApps } from '../../../../simulators/lovense/table.ts'

const SECRET = 'a-callback-secret-for-tests'
const types = ['nora', 'max', 'gravity', 'flexer', 'solace', 'edge', 'novelty'] as const
type Type = (typeof types)[number]

/** A fixed time, so that a running command keeps running for any duration of a check. */
const now = () => new Date('2026-11-20T20:00:00Z')
let shop: TestShop
let creator: TestUser
let customer: TestUser
let simulator: ReturnType<typeof simulatorOf>
let ids: Record<Type, string>

beforeAll(async () => {
  shop = await openShop({ now, env: { LOVENSE_CALLBACK_SECRET: SECRET } })
  simulator = simulatorOf(shop)
  creator = await shop.newUser('MODEL')
  customer = await shop.newUser()
  await addTestMinutes(shop, customer.user.id, 60)
  const linked = await linkToys(shop, creator, [...types])
  ids = Object.fromEntries(types.map((type, place) => [type, linked[place]])) as Record<Type, string>
})
afterEach(() => customer.call(stopControl))
afterAll(() => shop.close())

/** The customer controls a toy of this type. */
async function control(type: Type) {
  const toyDeviceId = ids[type]
  expect((await customer.call(startControl, { toyDeviceId })).status).toBe(201)
  expect((await customer.call(readControlSession)).body).toMatchObject({ status: 'ACTIVE' })
  return async (command: object) => {
    expect(await customer.call(sendCommand, { toyDeviceId, ...command })).toMatchObject({ status: 200 })
    return simulator.motorsOf(toyDeviceId)
  }
}
const vibrate = (intensity: number) => ({ command: 'vibrate', intensity })
const stop = { command: 'stop' }

describe('a strength drives all functions of a toy, and a stop stops all of them', () => {
  it.each<[Type, number, Record<string, number>]>([
    ['nora', 12, { Vibrate: 12, Rotate: 12 }],
    ['max', 16, { Vibrate: 16, Pump: 2 }],
    ['gravity', 20, { Vibrate: 20, Thrusting: 20 }],
    ['flexer', 1, { Vibrate: 1, Fingering: 1 }],
    ['solace', 8, { Thrusting: 8, Depth: 1 }],
    ['edge', 5, { Vibrate1: 5, Vibrate2: 5 }],
    ['novelty', 9, { Vibrate: 9 }],
  ])('a %s at %i', async (type, strength, motors) => {
    const send = await control(type)
    expect(await send(vibrate(strength))).toEqual(motors)
    await send(stop)
    await simulator.untilLevel(ids[type], 0)
    expect(Object.values((await simulator.motorsOf(ids[type])) ?? {})).toEqual(
      Object.keys(motors).map(() => 0),
    )
  })
})

it('a pump is released by a lower strength, and by a pattern, which it does not follow', async () => {
  const send = await control('max')
  expect(await send(vibrate(20))).toEqual({ Vibrate: 20, Pump: 2 })
  expect(await send(vibrate(4))).toEqual({ Vibrate: 4, Pump: 0 })
  await send(vibrate(20))
  expect(await send({ command: 'pattern', pattern: 'breeze' })).toMatchObject({ Pump: 0 })
})

it.each<[Type, string]>([
  ['nora', 'V:1;F:v,r;S:200#'],
  ['solace', 'V:1;F:t;S:200#'],
])('a pattern runs the functions of a %s that can follow it', async (type, rule) => {
  const send = await control(type)
  await send({ command: 'pattern', pattern: 'candle' })
  const asked = (await simulator.log()).findLast(({ body }) => body.toy === ids[type] && body.strength)
  expect(asked?.body).toMatchObject({ rule })
  const { Depth: _, ...quick } = (await simulator.motorsOf(ids[type])) as Record<string, number>
  for (const level of Object.values(quick)) expect(level).toBeGreaterThanOrEqual(5)
})

it('a cap limits every function, also of a running command', async () => {
  const cap = (maxIntensity: number) => creator.call(changeToy, { toyId: ids.max, maxIntensity })
  const send = await control('max')
  expect(await send(vibrate(20))).toEqual({ Vibrate: 20, Pump: 2 })
  await cap(8)
  await simulator.untilLevel(ids.max, 8)
  expect(await simulator.motorsOf(ids.max)).toEqual({ Vibrate: 8, Pump: 1 })
  await cap(5)
  expect(await send(vibrate(20))).toEqual({ Vibrate: 5, Pump: 0 })
  await cap(20)
})

it('the functions that its app reports count before its model, and only a toy that can vibrate does', async () => {
  const abilities = async () =>
    Object.fromEntries((await customer.call(listToys)).body.map(toy => [toy.id, toy.capabilities.vibrate]))
  expect(await abilities()).toMatchObject({ [ids.nora]: true, [ids.solace]: false, [ids.novelty]: true })
  const { db } = shop.node.platform
  const [app] = await db.select().from(simulatorApps)
  const toy = { id: ids.nora, name: 'nora', status: 1, fullFunctionNames: ['Rotate'] }
  const report = { uid: app?.uid, utoken: app?.utoken, toys: { [ids.nora]: toy } }
  expect((await shop.newClient().request('POST', `/api/webhooks/lovense/${SECRET}`, report)).status).toBe(200)
  expect(await abilities()).toMatchObject({ [ids.nora]: false })
  const send = await control('nora')
  expect(await send(vibrate(7))).toEqual({ Vibrate: 0, Rotate: 7 })
})
