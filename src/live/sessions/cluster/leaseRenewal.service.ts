import { eq, inArray, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../../platform/db.ts'
import { users } from '../../../people/accounts/table.ts'
import type { LeaseRenewal } from './cluster.service.ts'
import { leaseClaimColumns } from './lease.service.ts'
import { selectSessionWithToy, type TransitionedSession } from '../service.ts'
import type { SessionRow } from '../engine/sessionState.rules.ts'
import { toyControlSessions } from '../table.ts'

/**
 * Advances sessions whose only change is time, and renews this node's lease on them, in four statements for any number of
 * sessions. The answer leaves out, unchanged, every session that needs a transition of its own: a minute became due, the meter is
 * paused or resumed, the session ends, another node has the lease, or the row is locked.
 */
export const renewLeases = (
  db: Db,
  node: string,
  asked: LeaseRenewal[],
): Promise<Map<LeaseRenewal, TransitionedSession>> =>
  db.transaction(async tx => {
    const moves = new Map(asked.map(kept => [kept.sessionId, kept]))
    // Skips rows that are locked elsewhere, so that the others do not wait for them.
    const found = await selectSessionWithToy(tx)
      .where(inArray(toyControlSessions.id, [...moves.keys()]))
      .for('no key update', { of: [toyControlSessions, users], skipLocked: true })
    const simple = found.flatMap(before => {
      const kept = moves.get(before.session.id)
      const after = kept?.transition(before.session, before.balance)
      const isSimple = after?.minutesDue === 0 && isPlainContinuation(before.session, after.meter, node)
      return kept && isSimple ? [{ kept, before, meter: after.meter }] : []
    })
    if (simple.length === 0) return new Map()
    const askedAt = performance.now()
    const leases = await writeRenewals(
      tx,
      node,
      simple.map(({ meter }) => meter),
    )
    return new Map(
      simple.map(({ kept, before, meter }) => {
        const session = { ...meter, ...leases.get(meter.id) }
        return [kept, { ...before, session, before: before.session, askedAt }]
      }),
    )
  })

/** Whether the only change is time and another heartbeat. */
const isPlainContinuation = (before: SessionRow, after: SessionRow, node: string): boolean =>
  before.status === 'ACTIVE' &&
  after.status === 'ACTIVE' &&
  before.controlledBy === node &&
  before.restingAt?.getTime() === after.restingAt?.getTime()

const { id, heartbeatAt, meteredMs, meteredAt } = toyControlSessions
const { controlledBy, controlledUntil, generation } = toyControlSessions

async function writeRenewals(tx: Tx, node: string, meters: SessionRow[]) {
  const values = JSON.stringify(
    meters.map(meter => [meter.id, meter.heartbeatAt, meter.meteredMs, meter.meteredAt]),
  )
  const rows = await tx
    .update(toyControlSessions)
    .set({
      heartbeatAt: sql`(kept.value ->> 1)::timestamptz`,
      meteredMs: sql`(kept.value ->> 2)::int`,
      meteredAt: sql`(kept.value ->> 3)::timestamptz`,
      ...leaseClaimColumns(node),
    })
    .from(sql`jsonb_array_elements(${values}::jsonb) as kept (value)`)
    .where(eq(id, sql`(kept.value ->> 0)::uuid`))
    .returning({ id, heartbeatAt, meteredMs, meteredAt, controlledBy, controlledUntil, generation })
  return new Map(rows.map(row => [row.id, row]))
}
