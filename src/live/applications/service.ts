import { and, desc, eq, inArray, lt } from 'drizzle-orm'
import { assertBirthDateAllowed } from '../../people/accounts/rules.ts'
import { recordAuditEntry } from '../../people/audit/service.ts'
import { notifyAdmins } from '../../people/notifications/service.ts'
import { encryptOptionalText } from '../../platform/crypto/optionalText.ts'
import { newId } from '../../platform/db/columns.ts'
import type { Tx } from '../../platform/db/db.ts'
import type { Platform } from '../../platform/platform.ts'
import { Problem } from '../../wire/problem.ts'
import { hasSignedAgreement } from '../agreements/service.ts'
import type { ApplicationDetails, ApplicationState, OwnApplication, Refusal } from './contract.ts'
import { deleteImages, findImages, lockDraft, removeImageFiles } from './document.service.ts'
import type { IdentityVerifier } from './provider.gateway.ts'
import { type ApplicationEvent, applicationMoves, isOpenState, openStates } from './rules.ts'
import { creatorApplications } from './table.ts'
import { applicationDetails, type ApplicationRow, erasedTexts, readTexts } from './text.service.ts'
import type { z } from 'zod'

/** Where an admin decides on an application. */
export const adminApplicationPath = (id: string): string => `/admin/creators/applications/${id}`

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
  const shared = {
    isOpen: row !== undefined && isOpenState(row.state),
    imageDays: settings.current.identityImageDays,
    provider: verifier?.name ?? null,
  }
  if (!row) return { ...shared, application: null }
  const { details, explanation } = await readTexts(platform, db, row)
  const documents = await findImages(db, row.id)
  const hasAgreement = await db.transaction(tx => hasSignedAgreement(tx, userId))
  const { id, state, refusal, verifiedAt, sentAt, decidedAt } = row
  const application = { id, state, details, documents, hasAgreement, refusal, explanation, sentAt, decidedAt }
  return { ...shared, application: { ...application, isVerified: verifiedAt !== null } }
}

/** @throws Problem UNDER_AGE; CONFLICT while the programme is off, or another application is open */
export async function startApplication(
  { db, dataCipher, settings, now }: Platform,
  userId: string,
  details: ApplicationDetails,
): Promise<void> {
  assertBirthDateAllowed(details.dateOfBirth, now())
  if (!settings.current.creatorProgramme)
    throw new Problem('CONFLICT', { message: 'Je kunt je nu niet aanmelden als creator.' })
  await db.transaction(async tx => {
    const id = newId()
    const texts = await encryptDetails(tx, dataCipher, id, details)
    const [added] = await tx
      .insert(creatorApplications)
      .values({ id, userId, ...texts, createdAt: now() })
      .onConflictDoNothing()
      .returning({ id: creatorApplications.id })
    if (!added) throw new Problem('CONFLICT', { message: 'Je hebt al een aanmelding die openstaat.' })
  })
}

const encryptDetails = (
  tx: Tx,
  dataCipher: Platform['dataCipher'],
  id: string,
  details: ApplicationDetails,
) => encryptOptionalText(dataCipher, tx, applicationDetails, { id, text: JSON.stringify(details) })

/** @throws Problem UNDER_AGE; CONFLICT when it was sent */
export async function changeApplication(
  { db, dataCipher, now }: Platform,
  userId: string,
  details: ApplicationDetails,
): Promise<void> {
  assertBirthDateAllowed(details.dateOfBirth, now())
  await db.transaction(async tx => {
    const { id } = await lockDraft(tx, userId)
    const texts = await encryptDetails(tx, dataCipher, id, details)
    await tx.update(creatorApplications).set(texts).where(eq(creatorApplications.id, id))
  })
}

/** @throws Problem CONFLICT when it is not complete, or was sent */
export const sendApplication = ({ db, now }: Platform, userId: string): Promise<void> =>
  db.transaction(async tx => {
    const { id, state, verifiedAt } = await lockDraft(tx, userId)
    if (verifiedAt === null && (await findImages(tx, id)).length === 0)
      throw new Problem('CONFLICT', { message: 'Bewijs eerst wie je bent.' })
    if (!(await hasSignedAgreement(tx, userId)))
      throw new Problem('CONFLICT', { message: 'Teken eerst de overeenkomst.' })
    const verifier = verifiedAt === null ? 'HAND' : 'PROVIDER'
    await tx
      .update(creatorApplications)
      .set({ state: moveOf(state, 'send'), verifier, sentAt: now() })
      .where(eq(creatorApplications.id, id))
    await notifyAdmins(tx, {
      kind: 'CREATOR_APPLIED',
      params: undefined,
      about: id,
      path: adminApplicationPath(id),
    })
  })

/** Withdraws an open application; a decision that is made meanwhile is refused or comes first. @throws Problem CONFLICT */
export async function withdrawApplication(platform: Platform, userId: string): Promise<void> {
  const files = await platform.db.transaction(async tx => {
    const isOpen = and(
      eq(creatorApplications.userId, userId),
      inArray(creatorApplications.state, [...openStates]),
    )
    const [row] = await tx.select().from(creatorApplications).where(isOpen).for('update')
    if (!row) throw new Problem('CONFLICT', { message: 'Over je aanmelding is al beslist.' })
    return withdraw(tx, row, platform.now())
  })
  await removeImageFiles(platform, files)
}

async function withdraw(tx: Tx, row: ApplicationRow, now: Date): Promise<string[]> {
  await closeApplication(tx, row, 'withdraw', { decidedAt: now })
  return deleteImages(tx, [row.id], { isKeptToo: true })
}

/** @throws Problem CONFLICT for an event that the state does not allow */
export function moveOf(state: ApplicationState, event: ApplicationEvent): ApplicationState {
  const next = applicationMoves[state][event]
  if (next) return next
  throw new Problem('CONFLICT', {
    message: 'Deze aanmelding is intussen ingetrokken, of er is al over beslist.',
  })
}

/** Closes a locked application and erases its personal texts. */
export async function closeApplication(
  tx: Tx,
  { id, state }: Pick<ApplicationRow, 'id' | 'state'>,
  event: 'accept' | 'refuse' | 'withdraw',
  decision: Partial<ApplicationRow>,
): Promise<void> {
  await tx
    .update(creatorApplications)
    .set({ ...erasedTexts, ...decision, state: moveOf(state, event) })
    .where(eq(creatorApplications.id, id))
}

/** Refuses a locked application, whatever another document says. @returns the files of its photos */
export async function refuseUnderAge(
  tx: Tx,
  application: Pick<ApplicationRow, 'id' | 'state'>,
  by: string | null,
  now: Date,
): Promise<string[]> {
  await closeApplication(tx, application, 'refuse', { refusal: 'UNDER_AGE', decidedAt: now })
  await recordDecision(tx, by, application.id, 'UNDER_AGE')
  return deleteImages(tx, [application.id], { isKeptToo: false })
}

/** @param by null for the shop itself */
export const recordDecision = (
  tx: Tx,
  by: string | null,
  id: string,
  refusal: Refusal | null,
): Promise<void> =>
  recordAuditEntry(tx, {
    by,
    action: 'CREATOR_APPLICATION_DECIDED',
    subjectId: id,
    details: { decision: refusal === null ? 'ACCEPTED' : 'REFUSED', ...(refusal && { refusal }) },
  })

/** Days after which a draft that nobody sent is withdrawn. */
const DRAFT_DAYS = 30

/** Withdraws forgotten drafts, because their personal data serves nothing. */
export async function withdrawForgottenDrafts(platform: Platform): Promise<void> {
  const now = platform.now()
  const files = await platform.db.transaction(async tx => {
    const since = new Date(now.getTime() - DRAFT_DAYS * 86_400_000)
    const isForgotten = and(eq(creatorApplications.state, 'DRAFT'), lt(creatorApplications.createdAt, since))
    const rows = await tx
      .select()
      .from(creatorApplications)
      .where(isForgotten)
      .orderBy(creatorApplications.id)
      .for('update')
    const gone: string[] = []
    for (const row of rows) gone.push(...(await withdraw(tx, row, now)))
    return gone
  })
  await removeImageFiles(platform, files)
}
