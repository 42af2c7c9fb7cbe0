import { and, eq, inArray, isNotNull, ne, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Db } from '../../../platform/db/db.ts'
import { toys } from '../../toys/table.ts'
import type { QueuePosition } from './contract.ts'
import { estimateWaitMs, type SessionPace } from './rules.ts'
import { findQueues } from './service.ts'
import { toyControlSessions, toyQueue } from '../table.ts'

/** The number of last sessions from which a toy's usual session length is computed. */
const MAX_SAMPLE_SESSIONS = 20
/** With fewer sessions than this the default length is used. */
const MIN_SAMPLE_SESSIONS = 3

/** A queue position, as in the contract. */
export type QueuePositionResponse = z.input<typeof QueuePosition>

/** The queue positions of some users, by user id, as in the contract. */
export async function findQueuePositions(db: Db, userIds: string[], now: Date) {
  const theirs = db.select({ toyId: toyQueue.toyId }).from(toyQueue).where(inArray(toyQueue.userId, userIds))
  const queues = await findQueues(db, inArray(toyQueue.toyId, theirs), now)
  if (queues.length === 0) return new Map<string, QueuePositionResponse>()
  const paces = await findSessionPaces(
    db,
    queues.map(({ toyId }) => toyId),
    now,
  )
  const all = queues.flatMap(({ toyId, toyName, entries: places }) =>
    places.map(({ userId, claimUntil }, ahead): [string, QueuePositionResponse] => {
      const pace = paces.get(toyId) ?? { typicalMs: null, runningMs: null }
      const expectedWaitMs = claimUntil ? 0 : estimateWaitMs(pace, ahead)
      return [userId, { toyId, toyName, place: ahead + 1, ahead, expectedWaitMs, claimUntil, serverNow: now }]
    }),
  )
  return new Map(all.filter(([userId]) => userIds.includes(userId)))
}

/** The pace of play on some toys. One statement. */
async function findSessionPaces(db: Db, toyIds: string[], now: Date): Promise<Map<string, SessionPace>> {
  const { createdAt, meteredAt, status, stoppedAt, toyDeviceId } = toyControlSessions
  const ms = (until: unknown) => sql`extract(epoch from ${until} - ${createdAt}) * 1000`
  const last = db
    .select({ lasted: ms(stoppedAt).as('lasted') })
    .from(toyControlSessions)
    .where(and(eq(toyDeviceId, toys.id), isNotNull(stoppedAt), isNotNull(meteredAt)))
    .orderBy(sql`${createdAt} desc`)
    .limit(MAX_SAMPLE_SESSIONS)
  const running = db
    .select({ since: ms(sql`${now.toISOString()}::timestamptz`).as('since') })
    .from(toyControlSessions)
    .where(and(eq(toyDeviceId, toys.id), ne(status, 'STOPPED')))
  const found = await db
    .select({
      toyId: toys.id,
      typicalMs: sql<
        string | null
      >`(select case when count(*) >= ${MIN_SAMPLE_SESSIONS} then percentile_cont(0.5) within group (order by lasted) end from (${last}) as last)`,
      runningMs: sql<string | null>`(${running})`,
    })
    .from(toys)
    .where(inArray(toys.id, toyIds))
  const number = (value: string | null) => (value === null ? null : Number(value))
  return new Map(
    found.map(({ toyId, typicalMs, runningMs }) => [
      toyId,
      { typicalMs: number(typicalMs), runningMs: number(runningMs) },
    ]),
  )
}
