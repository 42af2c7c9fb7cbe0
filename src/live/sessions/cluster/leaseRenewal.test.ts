import { eq, inArray } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { controlFixture } from '../../../../tests/support/controlFixture.ts'
import { renewLeases } from './lease.service.ts'
import { recordHeartbeat } from '../meterEvents.rules.ts'
import { advanceSession } from '../rules.ts'
import { toyControlSessions } from '../table.ts'
import type { LeaseRenewal } from '../engine/sessionState.rules.ts'

const control = controlFixture({ LIVE_COUNTDOWN_SECONDS: '0' })

/** One player on each of the first toys. */
async function players(count: number) {
  const all = control.toyIds.slice(0, count).map(async toyId => {
    const customer = await control.newCustomer(20)
    expect((await control.start(customer, toyId)).status).toBe(201)
    return { customer, sessionId: (await control.beat(customer))?.id as string }
  })
  return Promise.all(all)
}

const node = () => control.shop.node.platform.bus.nodeId
const beating = (sessionId: string): LeaseRenewal => ({
  sessionId,
  transition: (session, balance) => recordHeartbeat(session, balance, control.now()),
})
const rowsOf = (ids: string[]) =>
  control
    .db()
    .select()
    .from(toyControlSessions)
    .where(inArray(toyControlSessions.id, ids))
    .orderBy(toyControlSessions.id)
const keep = async (ids: string[], by = node()) => {
  const kept = await renewLeases(control.db(), by, ids.map(beating))
  return new Map([...kept].map(([{ sessionId }, moved]) => [sessionId, moved]))
}

it('renews all sessions whose only change is time, each with its lease, with the result of renewing one by one', async () => {
  const ids = (await players(3)).map(({ sessionId }) => sessionId)
  const before = await rowsOf(ids)
  control.pass(2500)
  const kept = await keep(ids)
  const after = await rowsOf(ids)
  expect([...kept.keys()].toSorted()).toEqual(ids.toSorted())
  for (const [at, row] of after.entries()) {
    expect(kept.get(row.id)).toMatchObject({ session: row, before: before[at], balance: 20 })
    expect(row).toMatchObject({ meteredAt: control.now(), heartbeatAt: control.now(), minutesUsed: 0 })
    expect(row.meteredMs - (before[at]?.meteredMs ?? 0)).toBe(2500)
    expect(Number(row.controlledUntil)).toBeGreaterThanOrEqual(Number(before[at]?.controlledUntil))
  }
})

it('leaves out every session that needs a transition of its own', async () => {
  const ids = (await players(3)).map(({ sessionId }) => sessionId)
  const [due, resting, other] = ids as [string, string, string]
  const set = (id: string, values: Partial<typeof toyControlSessions.$inferInsert>) =>
    control.db().update(toyControlSessions).set(values).where(eq(toyControlSessions.id, id))
  await set(due, { meteredMs: 59_000 })
  await set(resting, { pausedAt: control.now() })
  await set(other, { controlledBy: 'another node' })
  const before = await rowsOf(ids)
  control.pass(2500)
  expect((await keep(ids)).size).toBe(0)
  expect(await rowsOf(ids)).toEqual(before)
  // A pause that continues is renewed like running time.
  await set(resting, { heartbeatAt: new Date(control.now().getTime() - 20_000) })
  const asTimeGoes: LeaseRenewal = {
    sessionId: resting,
    transition: (session, balance) => advanceSession(session, balance, control.now()),
  }
  expect((await renewLeases(control.db(), node(), [asTimeGoes])).size).toBe(1)
})
