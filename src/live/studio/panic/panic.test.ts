import { eq, sql } from 'drizzle-orm'
import { afterEach, expect, it } from 'vitest'
import { controlFixture } from '../../../../tests/support/controlFixture.ts'
import type { TestCustomer } from '../../../../tests/support/customers.ts'
import { readPersonalData } from '../../../backoffice/privacy/contract.ts'
import { listNotifications } from '../../../people/notifications/contract.ts'
import { sessionConsents, toyControlSessions } from '../../sessions/table.ts'
import { listBlockedUsers, unblockUser } from '../../blocks/contract.ts'
import { blockedUsers } from '../../blocks/table.ts'
import { toys } from '../../toys/table.ts'
import { readStudio, stopToys } from '../contract.ts'
import { createStopLink, stopByLink } from '../stopLinks/contract.ts'
import { panic, readPanic } from './contract.ts'

const control = controlFixture()
const blocked = async () => (await control.creator.call(listBlockedUsers)).body.map(({ userId }) => userId)
const onAir = () => control.db().$count(toys, eq(toys.onAir, true))
const panickedAt = async (customer: TestCustomer) => {
  const [found] = await control
    .db()
    .select({ at: sessionConsents.panickedAt, endReason: sessionConsents.endReason })
    .from(sessionConsents)
    .innerJoin(toyControlSessions, eq(toyControlSessions.id, sessionConsents.sessionId))
    .where(eq(toyControlSessions.userId, customer.userId))
  return found
}
const clean = async (customer: TestCustomer) =>
  void (await control.creator.call(unblockUser, { userId: customer.userId }))
afterEach(() => control.db().delete(blockedUsers))

it('a panic stops all toys, takes her off the air and blocks the player, who sees an ordinary stop and pays no started minute', async () => {
  const { customer, toyId, send } = await control.inControl()
  await send({ command: 'vibrate', intensity: 9 })
  await control.hold(customer, 30)
  expect(await control.creator.call(panic)).toMatchObject({ status: 200, body: { sessions: 1 } })
  await control.simulator.untilLevel(toyId, 0)
  expect([await onAir(), await blocked()]).toEqual([0, [customer.userId]])
  const ended = { stoppedBy: 'CREATOR', stopReason: 'STOPPED_BY_CREATOR', minutesUsed: 0 }
  expect(await control.beat(customer)).toMatchObject(ended)
  expect(await control.balanceOf(customer)).toBe(20)
  const [told] = (await customer.call(listNotifications)).body
  expect(told?.message).toContain('De creator heeft de sessie beëindigd.')
  expect(await panickedAt(customer)).toEqual({ at: control.now(), endReason: 'STOPPED_BY_CREATOR' })
  // Nothing that he may read says so.
  const own = JSON.stringify([await control.beat(customer), (await customer.call(readPersonalData)).body])
  expect(own).not.toMatch(/pani/i)
  expect(JSON.stringify((await control.creator.call(readPersonalData)).body)).toContain('panickedAt')
  expect((await control.creator.call(readPanic)).body).toMatchObject({
    panickedAt: control.now().toISOString(),
    people: [{ userId: customer.userId, isBlocked: true }],
    isOnAir: false,
  })
  // One click: the block ends; the air is hers.
  expect((await control.creator.call(unblockUser, { userId: customer.userId })).status).toBe(204)
  expect([await onAir(), await blocked()]).toEqual([0, []])
  expect((await control.creator.call(readPanic)).body.people).toMatchObject([{ isBlocked: false }])
})

it('a panic after a session blocks who played in the last ten minutes, and nobody later', async () => {
  const { customer } = await control.inControl()
  await control.creator.call(stopToys)
  control.pass(9 * 60_000)
  expect((await control.creator.call(panic)).body).toEqual({ sessions: 0 })
  expect(await blocked()).toEqual([customer.userId])
  await clean(customer)
  control.pass(2 * 60_000)
  await control.creator.call(panic)
  expect(await blocked()).toEqual([])
})

it('a block that fails delays no stop, and hinders no other step', async () => {
  const { customer, toyId, send } = await control.inControl()
  await send({ command: 'vibrate', intensity: 9 })
  const db = control.db()
  await db.execute(sql`
    create function refuse() returns trigger language plpgsql as $$ begin raise exception 'no block today'; end $$`)
  await db.execute(
    sql`create trigger no_blocks before insert on blocked_users for each row execute function refuse()`,
  )
  try {
    expect((await control.creator.call(panic)).body).toEqual({ sessions: 1 })
  } finally {
    await db.execute(sql`drop trigger no_blocks on blocked_users`)
  }
  await control.simulator.untilLevel(toyId, 0)
  expect([await onAir(), await blocked()]).toEqual([0, []])
  expect(await control.beat(customer)).toMatchObject({ status: 'STOPPED' })
  expect((await control.creator.call(readStudio)).body.sessions).toEqual([])
  expect((await control.creator.call(readPanic)).body.people).toMatchObject([{ isBlocked: false }])
  // Once more, and it holds.
  await control.creator.call(panic)
  expect(await blocked()).toEqual([customer.userId])
  await clean(customer)
})

it('a stop link panics too, without signing in', async () => {
  const { customer, toyId, send } = await control.inControl()
  await send({ command: 'vibrate', intensity: 9 })
  const { body } = await control.creator.call(createStopLink, { name: 'In mijn tas', isSingleUse: false })
  const token = body.url.split('/').at(-1) ?? ''
  const anyone = control.shop.newClient()
  expect(await anyone.call(stopByLink, { token, panic: true })).toMatchObject({
    status: 200,
    body: { sessions: 1 },
  })
  await control.simulator.untilLevel(toyId, 0)
  expect([await onAir(), await blocked()]).toEqual([0, [customer.userId]])
  await clean(customer)
})
