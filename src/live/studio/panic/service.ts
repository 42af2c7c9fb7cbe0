import { and, desc, eq, gt, inArray, isNull, ne, or, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { recordAuditEntry } from '../../../people/audit/service.ts'
import { users } from '../../../people/accounts/table.ts'
import type { Db } from '../../../platform/db/db.ts'
import { blockPerson } from '../../blocks/service.ts'
import { blockedUsers } from '../../blocks/table.ts'
import { endOnAirOf } from '../../creators/admission.service.ts'
import { sessionConsents, toyControlSessions } from '../../sessions/table.ts'
import { isOnAirAt } from '../../toys/service.ts'
import { toys } from '../../toys/table.ts'
import { endForHiddenUsers, stopAllToys, type StudioContext } from '../service.ts'
import type { Panic } from './contract.ts'

/** Whoever played last is blocked when that was at most so long ago, in milliseconds. */
const LAST_PERSON_MS = 10 * 60_000
/** How long the page after a panic shows it, in milliseconds. */
const SHOWN_MS = 24 * 3_600_000

/**
 * Stops all toys of a creator and ends the sessions on them; only then, each in a transaction of its own and whatever becomes of the others:
 * goes off the air, blocks the last person, and notes it. A start that came in between is ended as well.
 * @param by the actor, for the audit log; null for a stop link
 * @returns the sessions that it ended
 */
export async function panicOf(
  context: StudioContext,
  creatorId: string,
  by: string | null,
): Promise<{ sessionIds: string[] }> {
  const { db, bus, log, now } = context
  const at = now()
  const attempt = async (what: string, step: () => Promise<unknown>) => {
    try {
      await step()
    } catch (error) {
      log.error({ err: error, step: what }, 'a step of a panic failed')
    }
  }
  const ended = new Map<string, { sessionId: string; userId: string }>()
  const stop = () =>
    stopAllToys(context, creatorId, async ({ id, userId }) => {
      ended.set(id, { sessionId: id, userId })
      const which = { only: id, ...(by !== null && { actorId: by }) }
      await context.sessionController.endSession(userId, 'CREATOR', 'STOPPED_BY_CREATOR', which)
    })
  await attempt('stop', stop)
  await attempt('off air', () => db.transaction(tx => endOnAirOf(tx, creatorId, at, at)))
  await attempt('stop again', stop)
  const people = [...ended.values()].filter(({ userId }) => userId !== creatorId)
  if (people.length === 0)
    await attempt('find', async () => people.push(...(await findLastPlayer(db, creatorId, at))))
  const sessionIds = people.map(({ sessionId }) => sessionId)
  await attempt('note', () => notePanic(db, { creatorId, by, sessionIds }, at))
  for (const userId of new Set(people.map(person => person.userId)))
    await attempt('block', () => blockPerson(db, creatorId, userId, now()))
  await attempt('hide', () => endForHiddenUsers(context, creatorId))
  bus.publish('toys.changed', null)
  bus.publish('studio.changed', { userId: creatorId })
  return { sessionIds: [...ended.keys()] }
}

const isOf = (creatorId: string) => eq(toys.ownerId, creatorId)

async function findLastPlayer(db: Db, creatorId: string, at: Date) {
  const since = new Date(at.getTime() - LAST_PERSON_MS)
  return db
    .select({ sessionId: toyControlSessions.id, userId: toyControlSessions.userId })
    .from(toyControlSessions)
    .innerJoin(toys, eq(toys.id, toyControlSessions.toyDeviceId))
    .where(
      and(
        isOf(creatorId),
        ne(toyControlSessions.userId, creatorId),
        or(ne(toyControlSessions.status, 'STOPPED'), gt(toyControlSessions.stoppedAt, since)),
      ),
    )
    .orderBy(desc(toyControlSessions.createdAt), desc(toyControlSessions.id))
    .limit(1)
}

const notePanic = (
  db: Db,
  { creatorId, by, sessionIds }: { creatorId: string; by: string | null; sessionIds: string[] },
  at: Date,
): Promise<void> =>
  db.transaction(async tx => {
    // An earlier panic stays.
    const isFirst = and(inArray(sessionConsents.sessionId, sessionIds), isNull(sessionConsents.panickedAt))
    await tx
      .select()
      .from(sessionConsents)
      .where(isFirst)
      .orderBy(sessionConsents.sessionId)
      .for('no key update')
    await tx.update(sessionConsents).set({ panickedAt: at }).where(isFirst)
    const details = { byLink: by === null }
    await recordAuditEntry(tx, { by, action: 'PANICKED', subjectId: creatorId, details })
  })

/** The last panic of the day. */
export async function loadPanic(db: Db, creatorId: string, now: Date): Promise<z.input<typeof Panic>> {
  const { panickedAt } = sessionConsents
  const since = new Date(now.getTime() - SHOWN_MS)
  const rows = await db
    .select({
      panickedAt,
      sessionId: sessionConsents.sessionId,
      userId: toyControlSessions.userId,
      displayName: users.displayName,
      // By name alone: nothing tells of another block that has the same person.
      isBlocked: sql<boolean>`${blockedUsers.userId} is not null`,
    })
    .from(sessionConsents)
    .innerJoin(toyControlSessions, eq(toyControlSessions.id, sessionConsents.sessionId))
    .innerJoin(toys, eq(toys.id, toyControlSessions.toyDeviceId))
    .innerJoin(users, eq(users.id, toyControlSessions.userId))
    .leftJoin(
      blockedUsers,
      and(eq(blockedUsers.creatorId, toys.ownerId), eq(blockedUsers.userId, toyControlSessions.userId)),
    )
    .where(and(isOf(creatorId), gt(panickedAt, since)))
    .orderBy(desc(panickedAt), desc(sessionConsents.sessionId))
  const last = rows[0]?.panickedAt ?? null
  const people = rows.filter(row => row.panickedAt?.getTime() === last?.getTime())
  const onAir = await db.$count(toys, and(isOf(creatorId), isOnAirAt(now)))
  return { panickedAt: last, people, isOnAir: onAir > 0 }
}
