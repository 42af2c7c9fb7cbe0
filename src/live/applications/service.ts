import { and, asc, desc, eq, inArray, lt } from 'drizzle-orm'
import { contactEmail } from '../../people/accounts/guest.service.ts'
import { assertBirthDateAllowed } from '../../people/accounts/rules.ts'
import { users } from '../../people/accounts/table.ts'
import { recordAuditEntry } from '../../people/audit/service.ts'
import { notifyAdmins, notifyUser } from '../../people/notifications/service.ts'
import type { EncryptedField } from '../../platform/crypto/dataCipher.ts'
import { newId } from '../../platform/db/columns.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { columnsOf } from '../../platform/db/sql.ts'
import { queueMail } from '../../platform/mail/mail.ts'
import type { Platform } from '../../platform/platform.ts'
import { Problem } from '../../wire/problem.ts'
import { hasSignedAgreement } from '../agreements/service.ts'
import {
  type ApplicationDetails,
  APPLICATION_PATH,
  applicationDecidedMail,
  type IdentityDocument,
  openStates,
  type OwnApplication,
  type Refusal,
} from './contract.ts'
import type { IdentityVerifier } from './provider.gateway.ts'
import { creatorApplications, identityImages } from './table.ts'
import type { z } from 'zod'

export type ApplicationRow = typeof creatorApplications.$inferSelect

/** The texts of an application, which are encrypted together. */
export interface ApplicationFile {
  details: ApplicationDetails | null
  /** The document, as the provider or the first admin read it; stays when the application is accepted. */
  document: IdentityDocument | null
  /** An admin's words to her; stays when the application is refused. */
  explanation: string | null
}

export const applicationFile: EncryptedField<'encrypted'> = { table: creatorApplications, name: 'encrypted' }

/** The texts of an application; null for a missing one, or after the loss of their key. */
export async function readFile(
  { dataCipher }: Pick<Platform, 'dataCipher'>,
  db: Db,
  { id, encrypted, keyId }: Pick<ApplicationRow, 'id' | 'encrypted' | 'keyId'>,
): Promise<ApplicationFile> {
  const isThere = encrypted !== null && keyId !== null
  const text = isThere ? await dataCipher.decrypt(db, applicationFile, { id, encrypted, keyId }) : null
  const file = text === null ? {} : (JSON.parse(text) as Partial<ApplicationFile>)
  return { details: null, document: null, explanation: null, ...file }
}

/** The columns of an application's texts. */
const encryptFile = (
  { dataCipher }: Pick<Platform, 'dataCipher'>,
  tx: Tx,
  id: string,
  file: Partial<ApplicationFile>,
) => dataCipher.encrypt(tx, applicationFile, id, JSON.stringify(file))

/** The newest application of a user. */
export async function readOwnApplication(
  platform: Platform,
  verifier: IdentityVerifier | null,
  userId: string,
): Promise<z.input<typeof OwnApplication>> {
  const { db, settings } = platform
  const [row] = await db
    .select()
    .from(creatorApplications)
    .where(eq(creatorApplications.userId, userId))
    .orderBy(desc(creatorApplications.id))
    .limit(1)
  const application = row && {
    ...row,
    ...(await readFile(platform, db, row)),
    documents: await findImages(db, row.id),
    isVerified: row.verifiedAt !== null,
  }
  return {
    application: application ?? null,
    imageDays: settings.current.identityImageDays,
    provider: verifier?.name ?? null,
  }
}

/** The photos of an application, without their pictures. */
export const findImages = (db: Db, applicationId: string) =>
  db
    .select(columnsOf(identityImages, 'id', 'createdAt'))
    .from(identityImages)
    .where(eq(identityImages.applicationId, applicationId))
    .orderBy(asc(identityImages.id))

/** @throws Problem UNDER_AGE; CONFLICT while the programme is off, or another application is open */
export async function startApplication(
  platform: Platform,
  userId: string,
  details: ApplicationDetails,
): Promise<void> {
  const { db, settings, now } = platform
  assertBirthDateAllowed(details.dateOfBirth, now())
  if (!settings.current.creatorProgramme)
    throw new Problem('CONFLICT', { message: 'Je kunt je nu niet aanmelden als creator.' })
  await db.transaction(async tx => {
    const id = newId()
    const [added] = await tx
      .insert(creatorApplications)
      .values({ id, userId, ...(await encryptFile(platform, tx, id, { details })), createdAt: now() })
      .onConflictDoNothing()
      .returning({ id: creatorApplications.id })
    if (!added) throw new Problem('CONFLICT', { message: 'Je hebt al een aanmelding die openstaat.' })
  })
}

/** @throws Problem UNDER_AGE; CONFLICT when it was sent */
export async function changeApplication(
  platform: Platform,
  userId: string,
  details: ApplicationDetails,
): Promise<void> {
  assertBirthDateAllowed(details.dateOfBirth, platform.now())
  await platform.db.transaction(async tx =>
    changeFile(tx, platform, await lockDraft(tx, userId), { details }),
  )
}

/** Changes some texts of a locked application. @param columns set as well */
export async function changeFile(
  tx: Tx,
  platform: Pick<Platform, 'dataCipher'>,
  row: ApplicationRow,
  change: Partial<ApplicationFile>,
  columns: Partial<ApplicationRow> = {},
): Promise<void> {
  const file = { ...(await readFile(platform, tx, row)), ...change }
  await tx
    .update(creatorApplications)
    .set({ ...columns, ...(await encryptFile(platform, tx, row.id, file)) })
    .where(eq(creatorApplications.id, row.id))
}

/** @throws Problem CONFLICT unless the user has an application that is not sent yet */
export async function lockDraft(tx: Tx, userId: string): Promise<ApplicationRow> {
  const isDraft = and(eq(creatorApplications.userId, userId), eq(creatorApplications.state, 'DRAFT'))
  const [draft] = await tx.select().from(creatorApplications).where(isDraft).for('update')
  if (draft) return draft
  throw new Problem('CONFLICT', {
    message: 'Je hebt geen aanmelding die je nog kunt wijzigen. Kijk hoe het ermee staat.',
  })
}

/** @throws Problem CONFLICT when it is not complete, or was sent */
export const sendApplication = ({ db, now }: Platform, userId: string): Promise<void> =>
  db.transaction(async tx => {
    const { id, verifiedAt } = await lockDraft(tx, userId)
    if (verifiedAt === null && (await findImages(tx, id)).length === 0)
      throw new Problem('CONFLICT', { message: 'Bewijs eerst wie je bent.' })
    if (!(await hasSignedAgreement(tx, userId)))
      throw new Problem('CONFLICT', { message: 'Teken eerst de overeenkomst.' })
    await tx
      .update(creatorApplications)
      .set({ state: 'SENT', verifier: verifiedAt === null ? 'HAND' : 'PROVIDER', sentAt: now() })
      .where(eq(creatorApplications.id, id))
    const path = `/admin/creators/applications/${id}`
    await notifyAdmins(tx, { kind: 'CREATOR_APPLIED', params: undefined, about: id, path })
  })

/** Withdraws an open application; a decision that is made meanwhile is refused or comes first. @throws Problem CONFLICT */
export const withdrawApplication = (platform: Platform, userId: string): Promise<void> =>
  platform.db.transaction(async tx => {
    const isOpen = and(eq(creatorApplications.userId, userId), inArray(creatorApplications.state, openStates))
    const [row] = await tx.select().from(creatorApplications).where(isOpen).for('update')
    if (!row) throw new Problem('CONFLICT', { message: 'Over je aanmelding is al beslist.' })
    await closeApplication(tx, platform, row, { state: 'WITHDRAWN' })
  })

type Closing = Pick<Partial<ApplicationRow>, 'state' | 'verifiedAt' | 'decidedBy' | 'refusal'>

/** Closes a locked application: its texts go but for those in `kept`, its photos but for those with a term. */
async function closeApplication(
  tx: Tx,
  platform: Pick<Platform, 'dataCipher' | 'now'>,
  { id }: ApplicationRow,
  closing: Closing,
  kept: Partial<ApplicationFile> | null = null,
): Promise<void> {
  const file = kept ? await encryptFile(platform, tx, id, kept) : { encrypted: null, keyId: null }
  await tx
    .update(creatorApplications)
    .set({ ...file, ...closing, decidedAt: platform.now() })
    .where(eq(creatorApplications.id, id))
  const isGone = closing.state === 'WITHDRAWN' ? undefined : eq(identityImages.keptDays, 0)
  await tx.delete(identityImages).where(and(eq(identityImages.applicationId, id), isGone))
}

interface Decision {
  /** Null for the shop itself. */
  by: string | null
  refusal: Refusal | null
  kept?: Partial<ApplicationFile> | null
}

/** Accepts or refuses a locked application: logged, and told to her by notification and mail. */
export async function closeByDecision(
  tx: Tx,
  platform: Platform,
  row: ApplicationRow,
  { by, refusal, kept = null }: Decision,
): Promise<void> {
  const { jobs, origin, settings, now } = platform
  const isAccepted = refusal === null
  const closing = {
    state: isAccepted ? ('ACCEPTED' as const) : ('REFUSED' as const),
    refusal,
    verifiedAt: row.verifiedAt ?? (isAccepted ? now() : null),
    // The first of two admins may refuse after approving.
    decidedBy: row.approvedBy === by ? null : by,
  }
  await closeApplication(tx, platform, row, closing, kept)
  await recordAuditEntry(tx, {
    by,
    action: 'CREATOR_APPLICATION_DECIDED',
    subjectId: row.id,
    details: { decision: closing.state, ...(refusal && { refusal }) },
  })
  const path = isAccepted ? '/studio' : APPLICATION_PATH
  const told = { kind: 'APPLICATION_DECIDED' as const, params: { isAccepted }, about: row.id, path }
  await notifyUser(tx, row.userId, told)
  const [user] = await tx.select({ email: contactEmail }).from(users).where(eq(users.id, row.userId))
  const mail = { url: origin() + path, shopName: settings.current.shopName, refusal }
  if (user) await queueMail(tx, jobs, applicationDecidedMail, user.email, mail)
}

/** Days after which a draft that nobody sent is withdrawn. */
const DRAFT_DAYS = 30

/** Withdraws forgotten drafts, because their personal data serves nothing. */
export const withdrawForgottenDrafts = (platform: Platform): Promise<void> =>
  platform.db.transaction(async tx => {
    const since = new Date(platform.now().getTime() - DRAFT_DAYS * 86_400_000)
    const isForgotten = and(eq(creatorApplications.state, 'DRAFT'), lt(creatorApplications.createdAt, since))
    const rows = await tx
      .select()
      .from(creatorApplications)
      .where(isForgotten)
      .orderBy(creatorApplications.id)
      .for('update')
    for (const row of rows) await closeApplication(tx, platform, row, { state: 'WITHDRAWN' })
  })

/** All that is kept of a person's applications, for a copy of the data. */
export async function collectApplications(platform: Pick<Platform, 'db' | 'dataCipher'>, userId: string) {
  const { db } = platform
  const rows = await db.select().from(creatorApplications).where(eq(creatorApplications.userId, userId))
  return Promise.all(
    rows.map(async row => ({
      ...(await readFile(platform, db, row)),
      state: row.state,
      verifier: row.verifier,
      verifiedAt: row.verifiedAt,
      refusal: row.refusal,
      createdAt: row.createdAt,
      sentAt: row.sentAt,
      decidedAt: row.decidedAt,
      photos: (await findImages(db, row.id)).map(({ createdAt }) => createdAt),
    })),
  )
}
