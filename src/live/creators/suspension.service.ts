import { and, desc, eq, isNotNull, isNull } from 'drizzle-orm'
import { recordAuditEntry } from '../../people/audit/service.ts'
import { notifyAdmins } from '../../people/notifications/service.ts'
import { type EncryptedField, UNREADABLE } from '../../platform/crypto/dataCipher.ts'
import { newId } from '../../platform/db/columns.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import type { Platform } from '../../platform/platform.ts'
import { Problem } from '../../wire/problem.ts'
import { endOnAirOf } from './admission.service.ts'
import { tellCreator } from './news.service.ts'
import { creators, creatorSuspensions } from './table.ts'

type CreatorOffice = Pick<Platform, 'jobs' | 'settings' | 'origin' | 'dataCipher'>

type SuspensionRow = typeof creatorSuspensions.$inferSelect

/** The texts of a suspension, which are encrypted together: its reason, her appeal, and the reasons of the decisions. */
type SuspensionTexts = Partial<Record<'reason' | 'appeal' | 'upheld' | 'lifted', string>>

export const suspensionTexts: EncryptedField<'encrypted'> = { table: creatorSuspensions, name: 'encrypted' }

async function readTexts(
  { dataCipher }: Pick<Platform, 'dataCipher'>,
  db: Db,
  { id, encrypted, keyId }: SuspensionRow,
): Promise<SuspensionTexts> {
  if (encrypted === null || keyId === null) return {}
  const text = await dataCipher.decrypt(db, suspensionTexts, { id, encrypted, keyId })
  return text === null ? {} : (JSON.parse(text) as SuspensionTexts)
}

const encryptTexts = (
  { dataCipher }: Pick<Platform, 'dataCipher'>,
  tx: Tx,
  id: string,
  texts: SuspensionTexts,
) => dataCipher.encrypt(tx, suspensionTexts, id, JSON.stringify(texts))

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
  const id = newId()
  const texts = await encryptTexts(office, tx, id, { reason })
  const added = await tx
    .insert(creatorSuspensions)
    .values({ id, userId, caseId, suspendedBy: by, ...texts, createdAt: now })
    .onConflictDoNothing()
    .returning({ id: creatorSuspensions.id })
  if (added.length === 0) return false
  await tx
    .update(creators)
    .set({ suspendedAt: creator.suspendedAt ?? now })
    .where(isHere)
  const text = 'Je bent geschorst als creator, en uit de uitzending. Je kunt de reden lezen en bezwaar maken.'
  await tellCreator(tx, office, userId, { about: `suspended ${now.toISOString()}`, text })
  await recordAuditEntry(tx, { by, action: 'CREATOR_SUSPENDED', subjectId: userId })
  return true
}

/** Locks a suspension by the row of its creator, which every change of her suspensions locks. @throws Problem NOT_FOUND */
export async function lockSuspension(tx: Tx, userId: string, suspensionId: string): Promise<SuspensionRow> {
  await tx.select({ userId: creators.userId }).from(creators).where(eq(creators.userId, userId)).for('update')
  const isIt = and(eq(creatorSuspensions.id, suspensionId), eq(creatorSuspensions.userId, userId))
  const [found] = await tx.select().from(creatorSuspensions).where(isIt)
  if (!found) throw new Problem('NOT_FOUND')
  return found
}

/** Adds a text and its time to a locked suspension. */
export async function addText(
  tx: Tx,
  office: Pick<Platform, 'dataCipher'>,
  row: SuspensionRow,
  text: SuspensionTexts,
  time: Partial<Pick<SuspensionRow, 'appealedAt' | 'upheldAt' | 'liftedAt'>>,
): Promise<void> {
  const texts = { ...(await readTexts(office, tx, row)), ...text }
  await tx
    .update(creatorSuspensions)
    .set({ ...(await encryptTexts(office, tx, row.id, texts)), ...time })
    .where(eq(creatorSuspensions.id, row.id))
}

interface Lifting {
  userId: string
  suspensionId: string
  /** Null for the decision on a report. */
  by: string | null
  reason: string
}

/** Lifts a suspension; she is free when none is left. On the air she goes by her own act. @throws Problem NOT_FOUND, CONFLICT */
export async function liftSuspension(
  tx: Tx,
  office: CreatorOffice,
  { userId, suspensionId, by, reason }: Lifting,
  now: Date,
): Promise<void> {
  const row = await lockSuspension(tx, userId, suspensionId)
  if (row.liftedAt) throw new Problem('CONFLICT', { message: 'Deze schorsing is er niet meer.' })
  await addText(tx, office, row, { lifted: reason }, { liftedAt: now })
  const isOpen = and(eq(creatorSuspensions.userId, userId), isNull(creatorSuspensions.liftedAt))
  if ((await tx.$count(creatorSuspensions, isOpen)) === 0)
    await tx.update(creators).set({ suspendedAt: null }).where(eq(creators.userId, userId))
  const text = 'Een schorsing van je als creator is opgeheven.'
  await tellCreator(tx, office, userId, { about: `lifted ${suspensionId}`, text })
  await recordAuditEntry(tx, { by, action: 'CREATOR_REINSTATED', subjectId: userId })
}

interface CaseDecision {
  caseId: string
  by: string
  isRejected: boolean
}

/**
 * Follows the decision on a report that suspended a creator: a rejected one does so no longer, and one that is found true does so again where
 * the first decision, or an admin, had lifted that. Called before any lock of her account, which leaving locks after her row.
 * @returns the creator who is suspended again; null for none
 */
export async function followCaseDecision(
  tx: Tx,
  office: CreatorOffice,
  { caseId, by, isRejected }: CaseDecision,
  now: Date,
): Promise<string | null> {
  const [found] = await tx.select().from(creatorSuspensions).where(eq(creatorSuspensions.caseId, caseId))
  if (!found) return null
  const { userId, id: suspensionId } = found
  const { liftedAt } = await lockSuspension(tx, userId, suspensionId)
  if ((liftedAt === null) !== isRejected) return null
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
  const row = await lockSuspension(tx, userId, suspensionId)
  if (row.liftedAt) throw new Problem('CONFLICT', { message: 'Deze schorsing is al opgeheven.' })
  if (row.appealedAt)
    throw new Problem('CONFLICT', { message: 'Je hebt al bezwaar gemaakt. Je hoort wat we beslissen.' })
  await addText(tx, office, row, { appeal: text }, { appealedAt: now })
  await notifyAdmins(tx, {
    kind: 'CREATOR_APPEALED',
    params: undefined,
    about: `appeal ${suspensionId}`,
    path: `/admin/creators/${userId}`,
  })
}

/** The suspensions of a creator with their texts, the newest first. */
export async function findSuspensions(platform: { db: Db } & Pick<Platform, 'dataCipher'>, userId: string) {
  const { db } = platform
  const rows = await db
    .select()
    .from(creatorSuspensions)
    .where(eq(creatorSuspensions.userId, userId))
    .orderBy(desc(creatorSuspensions.createdAt), desc(creatorSuspensions.id))
  const withTime = (text: string | undefined, createdAt: Date | null) =>
    createdAt && { text: text ?? UNREADABLE, createdAt }
  return Promise.all(
    rows.map(async row => {
      const { id, caseId, suspendedBy, createdAt, appealedAt, upheldAt, liftedAt } = row
      const { reason, appeal, upheld, lifted } = await readTexts(platform, db, row)
      return {
        id,
        caseId,
        suspendedBy,
        createdAt,
        isByReport: caseId !== null,
        reason: reason ?? UNREADABLE,
        appeal: withTime(appeal, appealedAt),
        upheld: withTime(upheld, upheldAt),
        lifted: withTime(lifted, liftedAt),
      }
    }),
  )
}

/** Whether an admin or a report keeps a creator off the air. */
export const isSuspended = async (db: Db, userId: string): Promise<boolean> =>
  (await db.$count(creators, and(eq(creators.userId, userId), isNotNull(creators.suspendedAt)))) > 0
