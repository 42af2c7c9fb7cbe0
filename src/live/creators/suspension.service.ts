import { randomUUIDv7 } from 'node:crypto'
import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { recordAuditEntry } from '../../people/audit/service.ts'
import { notifyAdmins } from '../../people/notifications/service.ts'
import type { EncryptedField } from '../../platform/crypto/dataCipher.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import type { Platform } from '../../platform/platform.ts'
import { Problem } from '../../wire/problem.ts'
import { endOnAirOf } from './admission.service.ts'
import type { CreatorEventKind, Suspension } from './contract.ts'
import { tellCreator } from './news.service.ts'
import { creatorEvents, creators } from './table.ts'

export const creatorEventText: EncryptedField<'text'> = { table: creatorEvents, name: 'text' }

export type CreatorOffice = Pick<Platform, 'jobs' | 'settings' | 'origin' | 'dataCipher'>

type NewEvent = Omit<typeof creatorEvents.$inferInsert, 'id' | 'text' | 'encrypted' | 'keyId'>

/** @param text its reason or her appeal; null without one @returns whether it is new */
export async function addCreatorEvent(
  tx: Tx,
  { dataCipher }: Pick<Platform, 'dataCipher'>,
  event: NewEvent,
  text: string | null,
): Promise<boolean> {
  const id = randomUUIDv7()
  const encrypted = text === null ? {} : await dataCipher.encrypt(tx, creatorEventText, id, text)
  const added = await tx
    .insert(creatorEvents)
    .values({ id, ...event, ...encrypted })
    .onConflictDoNothing()
    .returning({ id: creatorEvents.id })
  return added.length > 0
}

interface NewSuspension {
  userId: string
  /** Null for one by a report, which waits for the decision on that. */
  by: string | null
  caseId: string | null
  reason: string
}

/**
 * Suspends a creator: off the air in this transaction, whose caller ends the running sessions after it. Locks her toys before her row, as
 * going on the air does.
 * @returns whether she was let in and has not left, and this suspension is new
 */
export async function suspendCreator(
  tx: Tx,
  office: CreatorOffice,
  { userId, by, caseId, reason }: NewSuspension,
  now: Date,
): Promise<boolean> {
  await endOnAirOf(tx, userId, now, now)
  const isHere = and(eq(creators.userId, userId), isNull(creators.leftAt))
  const [creator] = await tx.select().from(creators).where(isHere).for('update')
  if (!creator) return false
  const event = { userId, kind: 'SUSPENDED' as const, caseId, actorId: by, createdAt: now }
  if (!(await addCreatorEvent(tx, office, event, reason))) return false
  await tx
    .update(creators)
    .set({ suspendedAt: creator.suspendedAt ?? now })
    .where(isHere)
  const text = 'Je bent geschorst als creator, en uit de uitzending. Je kunt de reden lezen en bezwaar maken.'
  await tellCreator(tx, office, userId, { about: `suspended ${now.toISOString()}`, text })
  await recordAuditEntry(tx, { by, action: 'CREATOR_SUSPENDED', subjectId: userId })
  return true
}

/** The suspensions that nobody has lifted. */
export const isOpenSuspension = and(
  eq(creatorEvents.kind, 'SUSPENDED'),
  sql`not exists (select from creator_events later where later.suspension_id = "creator_events"."id" and later.kind = 'LIFTED')`,
)

interface Lifting {
  userId: string
  suspensionId: string
  /** Null for the decision on a report. */
  by: string | null
  reason: string
}

/** Lifts a suspension; she is free when none is left. On the air she goes by her own act. @returns whether that changed anything */
export async function liftSuspension(
  tx: Tx,
  office: CreatorOffice,
  { userId, suspensionId, by, reason }: Lifting,
  now: Date,
): Promise<boolean> {
  const isTheirs = eq(creators.userId, userId)
  await tx.select({ userId: creators.userId }).from(creators).where(isTheirs).for('update')
  const isIt = and(eq(creatorEvents.id, suspensionId), eq(creatorEvents.userId, userId), isOpenSuspension)
  if ((await tx.$count(creatorEvents, isIt)) === 0) return false
  await addCreatorEvent(
    tx,
    office,
    { userId, kind: 'LIFTED', suspensionId, actorId: by, createdAt: now },
    reason,
  )
  const isOpen = and(eq(creatorEvents.userId, userId), isOpenSuspension)
  if ((await tx.$count(creatorEvents, isOpen)) === 0)
    await tx.update(creators).set({ suspendedAt: null }).where(isTheirs)
  const text = 'Een schorsing van je als creator is opgeheven.'
  await tellCreator(tx, office, userId, { about: `lifted ${suspensionId}`, text })
  await recordAuditEntry(tx, { by, action: 'CREATOR_REINSTATED', subjectId: userId })
  return true
}

interface CaseDecision {
  caseId: string
  by: string
  isRejected: boolean
}

/**
 * Follows the decision on a report that suspended a creator: a rejected one does so no longer, and one that is found true does so again where
 * the first decision, or an admin, had lifted that. Before anything that locks her account: leaving locks that after her row.
 * @returns the creator who is suspended again; null for none
 */
export async function followCaseDecision(
  tx: Tx,
  office: CreatorOffice,
  { caseId, by, isRejected }: CaseDecision,
  now: Date,
): Promise<string | null> {
  const isOfCase = and(eq(creatorEvents.caseId, caseId), eq(creatorEvents.kind, 'SUSPENDED'))
  const [found] = await tx
    .select({
      suspensionId: creatorEvents.id,
      userId: creatorEvents.userId,
      isOpen: sql<boolean>`${isOpenSuspension}`,
    })
    .from(creatorEvents)
    .where(isOfCase)
  if (!found || found.isOpen !== isRejected) return null
  const { userId, suspensionId } = found
  if (isRejected) {
    const reason = 'De melding is bekeken en afgewezen.'
    await liftSuspension(tx, office, { userId, suspensionId, by: null, reason }, now)
    return null
  }
  const reason = 'De melding klopt, zo is beslist. In de mail over die beslissing lees je waarom.'
  return (await suspendCreator(tx, office, { userId, by, caseId: null, reason }, now)) ? userId : null
}

/** Her appeal against a suspension. @throws Problem NOT_FOUND; CONFLICT for a second one, and for one that is lifted */
export async function fileAppeal(
  tx: Tx,
  office: CreatorOffice,
  { userId, suspensionId, text }: { userId: string; suspensionId: string; text: string },
  now: Date,
): Promise<void> {
  await tx.select().from(creators).where(eq(creators.userId, userId)).for('update')
  const isOwn = and(eq(creatorEvents.id, suspensionId), eq(creatorEvents.userId, userId))
  if ((await tx.$count(creatorEvents, and(isOwn, eq(creatorEvents.kind, 'SUSPENDED')))) === 0)
    throw new Problem('NOT_FOUND')
  if ((await tx.$count(creatorEvents, and(isOwn, isOpenSuspension))) === 0)
    throw new Problem('CONFLICT', { message: 'Deze schorsing is al opgeheven.' })
  const event = { userId, kind: 'APPEALED' as const, suspensionId, actorId: userId, createdAt: now }
  if (!(await addCreatorEvent(tx, office, event, text)))
    throw new Problem('CONFLICT', { message: 'Je hebt al bezwaar gemaakt. Je hoort wat we beslissen.' })
  const about = `appeal ${suspensionId}`
  await notifyAdmins(tx, {
    kind: 'CREATOR_APPEALED',
    params: undefined,
    about,
    path: adminCreatorPath(userId),
  })
}

/** The page of a creator in the back office. */
export const adminCreatorPath = (userId: string): string => `/admin/creators/${userId}`

/** The events of a creator, the first one first. */
export async function findCreatorEvents(
  { db, dataCipher }: { db: Db } & Pick<Platform, 'dataCipher'>,
  userId: string,
) {
  const rows = await db
    .select()
    .from(creatorEvents)
    .where(eq(creatorEvents.userId, userId))
    .orderBy(asc(creatorEvents.createdAt), asc(creatorEvents.id))
  return dataCipher.decryptRows(db, creatorEventText, rows)
}

type ReadableEvent = Pick<
  Awaited<ReturnType<typeof findCreatorEvents>>[number],
  'id' | 'kind' | 'suspensionId' | 'caseId' | 'text' | 'createdAt'
>

/** The suspensions among events, the newest first. */
export const toSuspensions = (events: ReadableEvent[]): z.input<typeof Suspension>[] =>
  events
    .filter(({ kind }) => kind === 'SUSPENDED')
    .map(({ id, caseId, text: reason, createdAt }) => {
      const later = (kind: CreatorEventKind) =>
        events.find(event => event.suspensionId === id && event.kind === kind) ?? null
      const withReason = (event: ReadableEvent | null) =>
        event && { reason: event.text, createdAt: event.createdAt }
      const appeal = later('APPEALED')
      return {
        id,
        isByReport: caseId !== null,
        reason,
        createdAt,
        appeal: appeal && { text: appeal.text, createdAt: appeal.createdAt },
        upheld: withReason(later('UPHELD')),
        lifted: withReason(later('LIFTED')),
      }
    })
    .toReversed()
