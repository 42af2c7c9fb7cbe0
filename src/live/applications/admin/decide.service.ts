import { and, eq, isNull, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { contactEmail } from '../../../people/accounts/guest.service.ts'
import { isUnderAge } from '../../../people/accounts/rules.ts'
import { users } from '../../../people/accounts/table.ts'
import { recordAuditEntry } from '../../../people/audit/service.ts'
import { notifyUser } from '../../../people/notifications/service.ts'
import { encryptOptionalText } from '../../../platform/crypto/optionalText.ts'
import { newId } from '../../../platform/db/columns.ts'
import type { Tx } from '../../../platform/db/db.ts'
import { queueMail } from '../../../platform/mail/mail.ts'
import type { Platform } from '../../../platform/platform.ts'
import { startOfBrusselsDay, toBrusselsDay } from '../../../wire/brusselsTime.ts'
import { Problem } from '../../../wire/problem.ts'
import { hasSignedAgreement } from '../../agreements/service.ts'
import { acceptCreator } from '../../creators/admission.service.ts'
import { APPLICATION_PATH, applicationDecidedMail, type IdentityDocument, type Refusal } from '../contract.ts'
import { deleteImages, removeImageFiles } from '../document.service.ts'
import { approvalEvent } from '../rules.ts'
import { closeApplication, moveOf, recordDecision, refuseUnderAge } from '../service.ts'
import { creatorApplications, identityRecords } from '../table.ts'
import {
  applicationExplanation,
  applicationIdentity,
  type ApplicationRow,
  identityRecordText,
  readTexts,
} from '../text.service.ts'
import type { approveApplication, refuseApplication } from './contract.ts'
import { countAdmins, notFound } from './service.ts'

interface Decision {
  platform: Platform
  by: string
  now: Date
}

/**
 * Approves an application: the first of two admins, or the one who accepts it. Accepting makes the creator, the identity record, the
 * notification and the mail in one transaction. A document that says that she is under 18 refuses it.
 * @throws Problem NOT_FOUND; OWN_ACCOUNT; CONFLICT when it changed meanwhile, for the same admin twice, or without a signed agreement;
 * INVALID_INPUT for a reading that is missing or can't be accepted
 */
export async function approve(
  platform: Platform,
  by: string,
  { applicationId, reading }: z.output<typeof approveApplication.input>,
): Promise<void> {
  const decision = { platform, by, now: platform.now() }
  const files = await platform.db.transaction(async tx => {
    const row = await lockApplication(tx, by, applicationId)
    if (row.approvedBy === by)
      throw new Problem('CONFLICT', {
        message: 'Jij keurde deze aanmelding al goed. Een andere administrator beslist verder.',
      })
    const event = approvalEvent(row.approvedBy, await countAdmins(tx, row.userId))
    moveOf(row.state, event)
    const { details, identity: known } = await readTexts(platform, tx, row)
    const identity = known ?? (reading ? { ...unnamed, ...reading } : null)
    if (!identity) throw invalid({ 'reading.dateOfBirth': 'Vul in wat er op het document staat.' })
    const births = [details?.dateOfBirth, known?.dateOfBirth, reading?.dateOfBirth]
    if (births.some(birth => birth && isUnderAge(birth, decision.now))) {
      await tellDecision(tx, decision, row, 'UNDER_AGE')
      return refuseUnderAge(tx, row, by, decision.now)
    }
    assertAcceptable(identity, details?.dateOfBirth ?? null, decision.now)
    if (event === 'accept') return accept(tx, decision, row, withDetails(identity, details))
    await approveFirst(tx, decision, row, identity)
    return []
  })
  await removeImageFiles(platform, files)
}

const unnamed = { legalName: null, address: null }

const withDetails = (
  identity: IdentityDocument,
  details: { legalName: string; dateOfBirth: string; address: string } | null,
): IdentityDocument => ({
  ...identity,
  legalName: identity.legalName ?? details?.legalName ?? null,
  dateOfBirth: identity.dateOfBirth ?? details?.dateOfBirth ?? null,
  address: identity.address ?? details?.address ?? null,
})

const invalid = (fields: Record<string, string>) =>
  new Problem('INVALID_INPUT', { message: Object.values(fields)[0] ?? '', fields })

/** @throws Problem INVALID_INPUT */
function assertAcceptable(
  { expiresOn, dateOfBirth }: IdentityDocument,
  told: string | null,
  now: Date,
): void {
  if (expiresOn && expiresOn < toBrusselsDay(now))
    throw invalid({ 'reading.expiresOn': 'Dit document is verlopen. Weiger de aanmelding.' })
  if (dateOfBirth && told && dateOfBirth !== told)
    throw invalid({
      'reading.dateOfBirth': 'Zij gaf een andere geboortedatum op. Kijk het na, of weiger de aanmelding.',
    })
}

/** The applicant first and then the application, as erasing an account does. @throws Problem NOT_FOUND, OWN_ACCOUNT */
async function lockApplication(tx: Tx, by: string, applicationId: string): Promise<ApplicationRow> {
  const isIt = eq(sql`${creatorApplications.id}::text`, applicationId)
  const [found] = await tx
    .select({ userId: creatorApplications.userId })
    .from(creatorApplications)
    .where(isIt)
  if (!found) throw notFound()
  if (found.userId === by) throw new Problem('OWN_ACCOUNT')
  const isOpen = and(eq(users.id, found.userId), isNull(users.deleteAfter))
  const [user] = await tx.select({ id: users.id }).from(users).where(isOpen).for('no key update')
  const [row] = await tx.select().from(creatorApplications).where(isIt).for('update')
  if (!user || !row?.sentAt) throw notFound()
  return row
}

async function approveFirst(
  tx: Tx,
  { platform, by }: Decision,
  { id, state }: ApplicationRow,
  identity: IdentityDocument,
): Promise<void> {
  const text = JSON.stringify(identity)
  const texts = await encryptOptionalText(platform.dataCipher, tx, applicationIdentity, { id, text })
  await tx
    .update(creatorApplications)
    .set({ ...texts, state: moveOf(state, 'approve'), approvedBy: by })
    .where(eq(creatorApplications.id, id))
  await recordAuditEntry(tx, { by, action: 'CREATOR_APPLICATION_APPROVED', subjectId: id })
}

/** @returns the files of the photos that go @throws Problem CONFLICT without a signed agreement */
async function accept(
  tx: Tx,
  decision: Decision,
  row: ApplicationRow,
  identity: IdentityDocument,
): Promise<string[]> {
  const { platform, by, now } = decision
  const { id: applicationId, userId, verifier, verifiedAt } = row
  if (!(await hasSignedAgreement(tx, userId)))
    throw new Problem('CONFLICT', { message: 'Ze heeft de overeenkomst niet getekend, of haar ingetrokken.' })
  await tx
    .update(identityRecords)
    .set({ replacedAt: now })
    .where(and(eq(identityRecords.userId, userId), isNull(identityRecords.replacedAt)))
  const id = newId()
  const kept = await platform.dataCipher.encrypt(tx, identityRecordText, id, JSON.stringify(identity))
  await tx.insert(identityRecords).values({
    id,
    userId,
    applicationId,
    ...kept,
    verifier: verifier ?? 'HAND',
    verifiedAt: verifiedAt ?? now,
    decidedBy: by,
    decidedAt: now,
  })
  await acceptCreator(tx, { userId, identityUntil: endOf(identity.expiresOn), agreementUntil: null }, now)
  await closeApplication(tx, row, 'accept', { decidedBy: by, decidedAt: now })
  await recordDecision(tx, by, applicationId, null)
  await tellDecision(tx, decision, row, null)
  return deleteImages(tx, [applicationId], { isKeptToo: false })
}

/** A document is valid through its last day. */
function endOf(day: string | null): Date | null {
  if (day === null) return null
  const next = new Date(`${day}T12:00:00Z`)
  next.setUTCDate(next.getUTCDate() + 1)
  return startOfBrusselsDay(next.toISOString().slice(0, 10))
}

/** @throws Problem NOT_FOUND; OWN_ACCOUNT; CONFLICT when it changed meanwhile */
export async function refuse(
  platform: Platform,
  by: string,
  { applicationId, refusal, explanation }: z.output<typeof refuseApplication.input>,
): Promise<void> {
  const decision = { platform, by, now: platform.now() }
  const files = await platform.db.transaction(async tx => {
    const row = await lockApplication(tx, by, applicationId)
    const told = { id: row.id, text: explanation }
    const texts = await encryptOptionalText(platform.dataCipher, tx, applicationExplanation, told)
    // The first of two admins may refuse after approving.
    const decidedBy = row.approvedBy === by ? null : by
    await closeApplication(tx, row, 'refuse', { ...texts, refusal, decidedBy, decidedAt: decision.now })
    await recordDecision(tx, by, row.id, refusal)
    await tellDecision(tx, decision, row, refusal)
    return deleteImages(tx, [row.id], { isKeptToo: false })
  })
  await removeImageFiles(platform, files)
}

/** Tells her by notification and mail. */
async function tellDecision(
  tx: Tx,
  { platform }: Decision,
  { id, userId }: ApplicationRow,
  refusal: Refusal | null,
): Promise<void> {
  const { jobs, origin, settings } = platform
  await notifyUser(tx, userId, {
    kind: 'APPLICATION_DECIDED',
    params: { isAccepted: refusal === null },
    about: id,
    path: refusal === null ? '/studio' : APPLICATION_PATH,
  })
  const [user] = await tx.select({ email: contactEmail }).from(users).where(eq(users.id, userId))
  const url = `${origin()}${refusal === null ? '/studio' : APPLICATION_PATH}`
  const mail = { url, shopName: settings.current.shopName, refusal }
  if (user) await queueMail(tx, jobs, applicationDecidedMail, user.email, mail)
}
