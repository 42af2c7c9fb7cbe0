import { eq } from 'drizzle-orm'
import { afterEach, expect, it, vi } from 'vitest'
import { HEARTBEAT_INTERVAL_MS } from '../../../../simulators/lovense/service.ts'
import { controlFixture } from '../../../../tests/support/controlFixture.ts'
import type { TestCustomer } from '../../../../tests/support/customers.ts'
import { listToys, type MeterPause, stopControl } from '../contract.ts'
import { toys } from '../../toys/table.ts'

const control = controlFixture()
afterEach(() => control.simulator.inject({}))

const rowOf = async (toyId: string) => {
  const [row] = await control.db().select().from(toys).where(eq(toys.id, toyId))
  return row as typeof toys.$inferSelect
}
const patience = { timeout: 8000, interval: 25 }
const untilPause = (customer: TestCustomer, pause: MeterPause | null) =>
  vi.waitFor(async () => expect(await control.beat(customer)).toMatchObject({ pause }), patience)

it('an app that reports but refuses commands is offline, until it takes a command', async () => {
  const { customer, toyId, send } = await control.inControl()
  await control.simulator.inject({ code: 507 })
  expect(await send({ command: 'vibrate' })).toMatchObject({ status: 503 })
  await vi.waitFor(async () => expect((await rowOf(toyId)).unreachableAt).not.toBeNull(), patience)
  expect((await customer.call(stopControl)).status).toBe(200)

  // It keeps reporting that it is online.
  control.pass(HEARTBEAT_INTERVAL_MS)
  const at = control.now()
  await vi.waitFor(async () => expect((await rowOf(toyId)).lastActive).toEqual(at), patience)
  expect(await rowOf(toyId)).toMatchObject({ status: 'ONLINE' })
  const shown = async () => (await customer.call(listToys)).body.find(({ id }) => id === toyId)
  expect(await shown()).toMatchObject({ isOnline: false, status: 'OFFLINE' })
  expect(await control.start(customer, toyId)).toMatchObject({ status: 409, body: { code: 'TOY_OFFLINE' } })

  await control.simulator.inject({})
  control.pass(HEARTBEAT_INTERVAL_MS)
  await control.untilOnline(toyId)
  expect(await shown()).toMatchObject({ isOnline: true, status: 'ONLINE' })
  expect(await control.start(customer, toyId)).toMatchObject({ status: 201 })
})

it('a toy that another node found unreachable is tried again when its app reports', async () => {
  const { toyId } = await control.scene()
  await control.db().update(toys).set({ unreachableAt: control.now() }).where(eq(toys.id, toyId))
  const heard = (await control.simulator.asked(toyId)).length
  control.pass(HEARTBEAT_INTERVAL_MS)
  await control.untilOnline(toyId)
  expect((await control.simulator.asked(toyId)).slice(heard)).toContain('Stop')
})

it('a toy that its app loses during a session is offline until it returns and is stopped; other toys stay online', async () => {
  const { customer, toyId, send } = await control.inControl()
  expect(await send({ command: 'vibrate', intensity: 9 })).toMatchObject({ status: 200 })
  await control.simulator.inject({ lost: [toyId] })
  expect(await send({ command: 'vibrate', intensity: 8 })).toMatchObject({ status: 503 })
  control.pass(4000)
  await vi.waitFor(async () => expect(await rowOf(toyId)).toMatchObject({ status: 'OFFLINE' }), patience)
  expect(await rowOf(control.toyIds[1])).toMatchObject({ status: 'ONLINE' })

  await control.simulator.inject({})
  await control.simulator.untilLast(toyId, 'Stop')
  control.pass(4000)
  await control.untilOnline(toyId)
  await control.beat(customer)
  expect(await send({ command: 'vibrate', intensity: 7 })).toMatchObject({ status: 200 })
})

it('while a toy takes no command nothing is charged, and the session ends after a minute of it', async () => {
  const { customer, send } = await control.inControl()
  await control.simulator.inject({ code: 507 })
  expect(await send({ command: 'vibrate' })).toMatchObject({ status: 503 })
  expect(await control.beat(customer)).toMatchObject({ pause: 'TOY_UNREACHABLE', sessionEndsAt: null })
  await control.hold(customer, 59)
  expect(await control.beat(customer)).toMatchObject({ status: 'ACTIVE' })
  await control.hold(customer, 1)
  expect(await control.beat(customer)).toMatchObject({
    status: 'STOPPED',
    stoppedBy: 'SYSTEM',
    stopReason: 'TOY_UNREACHABLE',
    minutesUsed: 0,
  })
  expect(await control.balanceOf(customer)).toBe(20)
})

it('a toy that takes neither a stop nor zeros is not charged, also without another command', async () => {
  const { customer, send } = await control.inControl()
  expect(await send({ command: 'vibrate', intensity: 9 })).toMatchObject({ status: 200 })
  await control.simulator.inject({ code: 507 })
  expect(await send({ command: 'stop' })).toMatchObject({ status: 200 })
  await untilPause(customer, 'TOY_UNREACHABLE')
  await control.hold(customer, 59)
  expect(await control.beat(customer)).toMatchObject({ status: 'ACTIVE', minutesUsed: 0 })
  await control.hold(customer, 1)
  expect(await control.beat(customer)).toMatchObject({
    status: 'STOPPED',
    stopReason: 'TOY_UNREACHABLE',
    minutesUsed: 0,
  })
  expect(await control.balanceOf(customer)).toBe(20)
})

it('a stop that is taken again lets the meter run, where no command was refused', async () => {
  const { customer, send } = await control.inControl()
  await control.simulator.inject({ code: 507 })
  expect(await send({ command: 'stop' })).toMatchObject({ status: 200 })
  await untilPause(customer, 'TOY_UNREACHABLE')
  await control.simulator.inject({})
  expect(await send({ command: 'stop' })).toMatchObject({ status: 200 })
  await untilPause(customer, null)

  // A toy that refuses commands and takes stops is not reached.
  await control.simulator.inject({ code: 507 })
  expect(await send({ command: 'vibrate' })).toMatchObject({ status: 503 })
  await untilPause(customer, 'TOY_UNREACHABLE')
  await control.simulator.inject({})
  expect(await send({ command: 'stop' })).toMatchObject({ status: 200 })
  await control.hold(customer, 8)
  expect(await control.beat(customer)).toMatchObject({ pause: 'TOY_UNREACHABLE' })
  expect(await send({ command: 'vibrate' })).toMatchObject({ status: 200 })
  await untilPause(customer, null)
})

it('a user who does nothing is not charged while it is known that the toy can’t be reached', async () => {
  const { customer, toyId } = await control.inControl()
  await control.simulator.inject({ code: 507 })
  // As another node does, whose stop was refused.
  await control.db().update(toys).set({ unreachableAt: control.now() }).where(eq(toys.id, toyId))
  await untilPause(customer, 'TOY_UNREACHABLE')
  await control.hold(customer, 40)
  expect(await control.beat(customer)).toMatchObject({ status: 'ACTIVE', minutesUsed: 0 })

  // Its app reports, so that it is sent a stop, which it takes.
  await control.simulator.inject({})
  await untilPause(customer, null)
  await control.hold(customer, 60)
  expect(await control.beat(customer)).toMatchObject({ minutesUsed: 1 })
})

it('a command that is taken again is charged from then on, and runs', async () => {
  const { customer, toyId, send } = await control.inControl()
  expect(await send({ command: 'vibrate', intensity: 9 })).toMatchObject({ status: 200 })
  await control.hold(customer, 30)
  await control.simulator.inject({ code: 507 })
  // Its renewal is refused, without another command.
  await vi.waitFor(
    async () => expect(await control.beat(customer)).toMatchObject({ pause: 'TOY_UNREACHABLE' }),
    patience,
  )
  await control.hold(customer, 40)
  await control.simulator.inject({})
  expect(await send({ command: 'vibrate', intensity: 7 })).toMatchObject({ status: 200 })
  expect(await control.beat(customer)).toMatchObject({ pause: null, minutesUsed: 0 })
  expect(await control.simulator.levelOf(toyId)).toBe(7)
  await control.hold(customer, 29)
  expect((await control.beat(customer))?.minutesUsed).toBe(0)
  await control.hold(customer, 1)
  expect((await control.beat(customer))?.minutesUsed).toBe(1)
})

it('a user who stops pays nothing for a minute in which the toy took no command', async () => {
  const { customer, send } = await control.inControl()
  await control.hold(customer, 20)
  await control.simulator.inject({ httpStatus: 500 })
  expect(await send({ command: 'vibrate' })).toMatchObject({ status: 503 })
  await control.hold(customer, 5)
  expect((await customer.call(stopControl)).body?.session).toMatchObject({ minutesUsed: 0 })
  expect(await control.balanceOf(customer)).toBe(20)
})
