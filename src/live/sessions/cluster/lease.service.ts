import { and, eq, gt, ne, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../../platform/db/db.ts'
import { isAnyOf } from '../../../platform/db/sql.ts'
import { toyControlSessions } from '../table.ts'
import { users } from '../../../people/accounts/table.ts'
import { selectSessionWithToy } from '../service.ts'
import type { LeaseRenewal, SessionRow, TransitionedSession } from '../engine/sessionState.rules.ts'

/** How long a lease lasts unless it is renewed, in milliseconds. */
const LEASE_MS = 3000
/** A node treats its own lease as over this much earlier than other nodes do: clock speeds differ by a few per cent. */
const MARGIN_MS = 100

const { controlledBy, controlledUntil, generation } = toyControlSessions
/** When the statement arrived, by the database's clock, which all nodes share. */
const now = sql`statement_timestamp()`

/**
 * The columns that an update sets in addition so that a node gets or keeps the lease on a session: nothing while another node's lease
 * lasts. Taking it from another node, or after it expired, begins a new generation.
 */
export function leaseClaimColumns(node: string) {
  const isOver = sql`(${controlledUntil} is null or ${controlledUntil} <= ${now})`
  const mayHave = sql`(${isOver} or ${controlledBy} = ${node}::text)`
  const until = sql`greatest(${controlledUntil}, ${now} + ${sql.raw(`interval '${LEASE_MS} milliseconds'`)})`
  return {
    controlledBy: sql`case when ${mayHave} then ${node}::text else ${controlledBy} end`,
    controlledUntil: sql`case when ${mayHave} then ${until} else ${controlledUntil} end`,
    generation: sql`${generation} + case when ${isOver} and ${controlledBy} is not null then 1 else 0 end`,
  }
}

/** For how long a node trusts its own lease, in milliseconds from just before it requested it. */
export const LEASE_BELIEVED_MS = LEASE_MS - MARGIN_MS

/**
 * Begins a new generation, so that the node that controls the session drops earlier commands as soon as it reads the row; for
 * callers that cannot reach that node.
 */
export async function invalidateCommands(db: Db, sessionId: string): Promise<void> {
  await db
    .update(toyControlSessions)
    .set({ generation: sql`${generation} + 1` })
    .where(eq(toyControlSessions.id, sessionId))
}

/** Releases all leases of a node, so that other nodes need not wait for them to expire. */
export async function releaseLeases(db: Db, node: string): Promise<void> {
  await db
    .update(toyControlSessions)
    .set({ controlledUntil: now })
    .where(and(ne(toyControlSessions.status, 'STOPPED'), eq(controlledBy, node)))
}

/** The toys that another node controls now, and for how many more milliseconds if that node is dead. */
export async function findToysLeasedElsewhere(db: Db, node: string): Promise<Map<string, number>> {
  const found = await db
    .select({
      toyId: toyControlSessions.toyDeviceId,
      left: sql`extract(epoch from ${controlledUntil} - ${now}) * 1000`.mapWith(Number),
    })
    .from(toyControlSessions)
    .where(and(ne(toyControlSessions.status, 'STOPPED'), ne(controlledBy, node), gt(controlledUntil, now)))
  return new Map(found.map(({ toyId, left }) => [toyId, left]))
}

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
      .where(isAnyOf(toyControlSessions.id, [...moves.keys()]))
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
  before.pausedAt?.getTime() === after.pausedAt?.getTime()

const { id, heartbeatAt, meteredMs, meteredAt } = toyControlSessions

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
