import { and, eq, gt, ne, sql } from 'drizzle-orm'
import type { Db } from '../../../platform/db.ts'
import { toyControlSessions } from '../table.ts'

/** For how long a node alone controls a session unless it renews that, in milliseconds. */
const LEASE_MS = 3000
/** A node takes its own lease to be over this much before another may have it: clocks differ by a few per cent in speed. */
const MARGIN_MS = 100

const { controlledBy, controlledUntil, generation } = toyControlSessions
/** The moment that the statement came in, by the one clock that all nodes share. */
const now = sql`statement_timestamp()`

/**
 * What an update sets beside all else so that a node takes a session, or keeps it: nothing while another's lease lasts. Who
 * takes it from another, or after a lapse, begins a generation.
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

/** For how long a node believes in its own lease, in milliseconds from just before it asked for it. */
export const LEASE_BELIEVED_MS = LEASE_MS - MARGIN_MS

/**
 * Begins a generation, so that the node that controls the session drops what it was sent before, as soon as it reads the
 * row: for a node that cannot reach it.
 */
export async function invalidateCommands(db: Db, sessionId: string): Promise<void> {
  await db
    .update(toyControlSessions)
    .set({ generation: sql`${generation} + 1` })
    .where(eq(toyControlSessions.id, sessionId))
}

/** Gives up all that a node controls, so that others need not wait. */
export async function releaseLeases(db: Db, node: string): Promise<void> {
  await db
    .update(toyControlSessions)
    .set({ controlledUntil: now })
    .where(and(ne(toyControlSessions.status, 'STOPPED'), eq(controlledBy, node)))
}

/** The toys that another node controls now, and for how many milliseconds if it should be dead. */
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
