import { and, eq, gt, ne, sql } from 'drizzle-orm'
import type { Db } from '../../../platform/db.ts'
import { toyControlSessions } from '../table.ts'

/** How long a lease lasts unless it is renewed, in milliseconds. */
const LEASE_MS = 3000
/** A node treats its own lease as over this much earlier than other nodes do: clock speeds differ by a few per cent. */
const MARGIN_MS = 100

const { controlledBy, controlledUntil, generation } = toyControlSessions
/** When the statement arrived, by the database's clock, which all nodes share. */
const now = sql`statement_timestamp()`

/**
 * What an update sets in addition so that a node gets or keeps the lease on a session: nothing while another node's lease lasts.
 * Taking it from another node, or after it expired, begins a new generation.
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
 * Begins a new generation, so that the node that controls the session drops what it was sent before as soon as it reads the row;
 * for callers that cannot reach that node.
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
