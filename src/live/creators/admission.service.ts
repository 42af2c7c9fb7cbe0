import { and, eq, gt, isNotNull, isNull, or, sql, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { users } from '../../people/accounts/table.ts'
import type { Tx } from '../../platform/db/db.ts'
import { qualified, sqlTimestamp } from '../../platform/db/sql.ts'
import type { Settings } from '../../wire/settings.ts'
import { Problem } from '../../wire/problem.ts'
import { offAir } from '../toys/rules.ts'
import { toys } from '../toys/table.ts'
import { admissionOf, refusalMessages } from './rules.ts'
import { creators } from './table.ts'

/**
 * The end of a creator's admission, for a transaction that puts a toy on the air and holds its lock: the end of an admission takes the toys off
 * the air under the same locks.
 * @returns null without an end
 * @throws Problem NOT_ADMITTED
 */
export async function assertAdmitted(
  tx: Tx,
  settings: Pick<Settings, 'creatorProgramme'>,
  userId: string,
  now: Date,
): Promise<Date | null> {
  if (!settings.creatorProgramme) return null
  const [creator] = await tx.select().from(creators).where(eq(creators.userId, userId)).for('share')
  const admission = admissionOf(creator, now)
  if (!admission.isAdmitted)
    throw new Problem('NOT_ADMITTED', { message: refusalMessages[admission.refusal] })
  return admission.until
}

/** `admissionOf` as a condition, for statements that list creators while the programme is on. */
export function isAdmittedAt(userId: PgColumn | SQL, now: Date): SQL {
  const isAhead = (end: PgColumn) => or(isNull(end), gt(end, sqlTimestamp(now)))
  const { acceptedAt, noticeUntil, identityUntil, agreementUntil, suspendedAt, leftAt } = creators
  const isAccepted = and(isNotNull(acceptedAt), isAhead(identityUntil), isAhead(agreementUntil))
  const isNoticed = and(isNull(acceptedAt), isAhead(noticeUntil))
  return sql`exists (select from ${creators} where ${and(
    eq(creators.userId, qualified(userId)),
    isNull(leftAt),
    isNull(suspendedAt),
    or(isAccepted, isNoticed),
  )})`
}

/** For an admin who gives the role of a creator by hand. @throws Problem CONFLICT for a person who was not accepted, or has left */
export async function assertAccepted(tx: Tx, userId: string): Promise<void> {
  const isAccepted = and(eq(creators.userId, userId), isNotNull(creators.acceptedAt), isNull(creators.leftAt))
  if ((await tx.$count(creators, isAccepted)) > 0) return
  const message =
    'Creator word je met een goedgekeurde aanmelding en een getekende overeenkomst. Deze rol kun je niet met de hand geven.'
  throw new Problem('CONFLICT', { message })
}

interface NewCreator {
  userId: string
  identityUntil: Date | null
  agreementUntil: Date | null
}

/** Lets a person in, also a creator of before the programme and one that left; ends no suspension. Gives the role of a creator. */
export async function acceptCreator(
  tx: Tx,
  { userId, identityUntil, agreementUntil }: NewCreator,
  now: Date,
): Promise<void> {
  const accepted = { acceptedAt: now, identityUntil, agreementUntil, leftAt: null }
  await tx
    .insert(creators)
    .values({ userId, createdAt: now, ...accepted })
    .onConflictDoUpdate({ target: creators.userId, set: accepted })
  await tx
    .update(users)
    .set({ role: 'MODEL' })
    .where(and(eq(users.id, userId), eq(users.role, 'USER')))
}

/**
 * Takes a creator's toys off the air, now or from `until`, in the transaction that ends or shortens the admission. The caller ends the running
 * sessions after it.
 */
export async function endOnAirOf(tx: Tx, ownerId: string, until: Date, now: Date): Promise<void> {
  const isOwn = eq(toys.ownerId, ownerId)
  await tx.select({ id: toys.id }).from(toys).where(isOwn).orderBy(toys.id).for('no key update')
  if (until <= now) await tx.update(toys).set(offAir).where(isOwn)
  else
    await tx
      .update(toys)
      .set({ onAirUntil: until })
      .where(and(isOwn, gt(toys.onAirUntil, until)))
}

/** Ends the sessions that run on a creator's toys, after the transaction that took those off the air. @param actorId null for a report */
export type EndSessions = (ownerId: string, actorId: string | null) => Promise<void>
