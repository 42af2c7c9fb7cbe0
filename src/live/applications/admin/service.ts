import { and, asc, desc, eq, inArray, isNotNull, isNull, ne, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { countOtherAdmins } from '../../../people/accounts/lastAdmin.service.ts'
import { isUnderAge } from '../../../people/accounts/rules.ts'
import { findDisplayNames } from '../../../people/accounts/service.ts'
import { users } from '../../../people/accounts/table.ts'
import { recordAuditEntry } from '../../../people/audit/service.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'
import { columnsOf, countMatches, readPage } from '../../../platform/db/sql.ts'
import type { Platform } from '../../../platform/platform.ts'
import { startOfBrusselsDay, toBrusselsDay } from '../../../wire/brusselsTime.ts'
import { Problem } from '../../../wire/problem.ts'
import { hasSignedAgreement } from '../../agreements/service.ts'
import { acceptCreator } from '../../creators/admission.service.ts'
import type { IdentityDocument } from '../contract.ts'
import { readDocuments } from '../document.service.ts'
import {
  type ApplicationFile,
  type ApplicationRow,
  changeFile,
  closeByDecision,
  findImages,
  readFile,
} from '../service.ts'
import { creatorApplications } from '../table.ts'
import type {
  AdminApplication,
  ApplicationFilter,
  decideApplication,
  IdentityFile,
  listApplications,
  ReadReason,
} from './contract.ts'

type Filter = z.output<typeof ApplicationFilter>

const summaryColumns = {
  ...columnsOf(creatorApplications, 'id', 'state', 'verifier', 'refusal', 'sentAt', 'decidedAt'),
  applicant: columnsOf(users, 'id', 'displayName'),
}

/** Of people whose account is open. */
const isListed = (filter: Filter): SQL | undefined =>
  and(
    inArray(
      creatorApplications.state,
      filter === 'WAITING' ? ['SENT', 'APPROVED_ONCE'] : ['ACCEPTED', 'REFUSED'],
    ),
    inArray(creatorApplications.userId, sql`(select id from ${users} where ${users.deleteAfter} is null)`),
  )

export async function findApplications(
  db: Db,
  { status, page, pageSize }: z.output<typeof listApplications.input>,
): Promise<z.input<typeof listApplications.output>> {
  const order = status === 'WAITING' ? asc(creatorApplications.sentAt) : desc(creatorApplications.decidedAt)
  const rows = db
    .select(summaryColumns)
    .from(creatorApplications)
    .innerJoin(users, eq(users.id, creatorApplications.userId))
    .where(isListed(status))
    .orderBy(order, asc(creatorApplications.id))
  return readPage(rows, countMatches(db, creatorApplications, isListed(status)), { page, pageSize })
}

/** Whether an approval is the first of two: where another admin can decide than the applicant herself. */
const needsSecond = async (db: Db, { approvedBy, userId }: ApplicationRow): Promise<boolean> =>
  approvedBy === null && (await countOtherAdmins(db, userId)) > 1

const isWaiting = ({ state }: ApplicationRow) => state === 'SENT' || state === 'APPROVED_ONCE'

const notFound = () => new Problem('NOT_FOUND', { message: 'Deze aanmelding bestaat niet.' })

/** A draft is hers alone. @throws Problem NOT_FOUND */
async function findSent(db: Db, applicationId: string): Promise<ApplicationRow> {
  const isIt = eq(sql`${creatorApplications.id}::text`, applicationId)
  const [found] = await db
    .select()
    .from(creatorApplications)
    .where(and(isIt, isNotNull(creatorApplications.sentAt)))
  if (!found) throw notFound()
  return found
}

/** @throws Problem NOT_FOUND */
export async function readApplication(
  platform: Pick<Platform, 'db' | 'dataCipher'>,
  by: string,
  applicationId: string,
): Promise<z.input<typeof AdminApplication>> {
  const { db } = platform
  const row = await findSent(db, applicationId)
  const nameOf = await findDisplayNames(db, [row.userId, row.approvedBy, row.decidedBy])
  const { document, explanation } = await readFile(platform, db, row)
  const refusedAsMinor = and(
    eq(creatorApplications.userId, row.userId),
    eq(creatorApplications.refusal, 'UNDER_AGE'),
    ne(creatorApplications.id, row.id),
  )
  return {
    ...row,
    applicant: { id: row.userId, displayName: nameOf(row.userId) ?? '' },
    approvedBy: nameOf(row.approvedBy),
    decidedBy: nameOf(row.decidedBy),
    explanation,
    refusedAsMinor: await db.$count(creatorApplications, refusedAsMinor),
    documents: (await findImages(db, row.id)).length,
    needsReading: isWaiting(row) && document === null,
    needsSecond: isWaiting(row) && (await needsSecond(db, row)),
    mayApprove: isWaiting(row) && by !== row.userId && by !== row.approvedBy,
  }
}

/** The identity of an applicant. @throws Problem NOT_FOUND */
export async function openIdentity(
  platform: Pick<Platform, 'db' | 'dataCipher'>,
  by: string,
  { applicationId, reason }: { applicationId: string; reason: ReadReason },
): Promise<IdentityFile> {
  const { db } = platform
  const row = await findSent(db, applicationId)
  const entry = { by, action: 'CREATOR_IDENTITY_READ' as const, subjectId: row.id, details: { reason } }
  // First: no identity is shown that the log does not tell of.
  await db.transaction(tx => recordAuditEntry(tx, entry))
  const photos = await readDocuments(platform, row.id)
  return {
    ...(await readFile(platform, db, row)),
    photos: photos.map(photo => `data:image/webp;base64,${photo.toString('base64')}`),
  }
}

/**
 * Approves an application, as the first of two admins or as the one who accepts it, or refuses it. Accepting makes the creator, the
 * notification and the mail in one transaction. A document that says that she is under 18 refuses it.
 * @throws Problem NOT_FOUND; OWN_ACCOUNT; CONFLICT when it changed meanwhile, for the same admin twice, or without a signed agreement;
 * INVALID_INPUT for a reading that is missing or can't be accepted
 */
export async function decide(
  platform: Platform,
  by: string,
  { applicationId, decision, reading, explanation }: z.output<typeof decideApplication.input>,
): Promise<z.input<typeof AdminApplication>> {
  const { db, now } = platform
  await db.transaction(async tx => {
    const row = await lockWaiting(tx, by, applicationId)
    if (decision !== 'APPROVE') {
      const kept = explanation ? { explanation } : null
      return closeByDecision(tx, platform, row, { by, refusal: decision, kept })
    }
    if (row.approvedBy === by)
      throw new Problem('CONFLICT', {
        message: 'Jij keurde deze aanmelding al goed. Een andere administrator beslist verder.',
      })
    const { details, document: known } = await readFile(platform, tx, row)
    const document = known ?? (reading ? { legalName: null, address: null, ...reading } : null)
    if (!document) throw invalid({ 'reading.dateOfBirth': 'Vul in wat er op het document staat.' })
    const births = [details?.dateOfBirth, known?.dateOfBirth, reading?.dateOfBirth]
    if (births.some(birth => birth && isUnderAge(birth, now())))
      return closeByDecision(tx, platform, row, { by, refusal: 'UNDER_AGE' })
    assertAcceptable(document, details?.dateOfBirth ?? null, now())
    if (!(await needsSecond(tx, row))) return accept(tx, platform, row, { by, document, details })
    await changeFile(tx, platform, row, { document }, { state: 'APPROVED_ONCE', approvedBy: by })
    await recordAuditEntry(tx, { by, action: 'CREATOR_APPLICATION_APPROVED', subjectId: row.id })
  })
  return readApplication(platform, by, applicationId)
}

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

/** The applicant first and then the application, as erasing an account does. @throws Problem NOT_FOUND, OWN_ACCOUNT, CONFLICT */
async function lockWaiting(tx: Tx, by: string, applicationId: string): Promise<ApplicationRow> {
  const { id, userId } = await findSent(tx, applicationId)
  if (userId === by) throw new Problem('OWN_ACCOUNT')
  const isOpen = and(eq(users.id, userId), isNull(users.deleteAfter))
  const [user] = await tx.select({ id: users.id }).from(users).where(isOpen).for('no key update')
  const isIt = eq(creatorApplications.id, id)
  const [row] = await tx.select().from(creatorApplications).where(isIt).for('update')
  if (!user || !row) throw notFound()
  if (isWaiting(row)) return row
  throw new Problem('CONFLICT', {
    message: 'Deze aanmelding is intussen ingetrokken, of er is al over beslist.',
  })
}

interface Acceptance extends Pick<ApplicationFile, 'details'> {
  by: string
  document: IdentityDocument
}

/** @throws Problem CONFLICT without a signed agreement */
async function accept(
  tx: Tx,
  platform: Platform,
  row: ApplicationRow,
  { by, document, details }: Acceptance,
): Promise<void> {
  const { userId } = row
  if (!(await hasSignedAgreement(tx, userId)))
    throw new Problem('CONFLICT', { message: 'Ze heeft de overeenkomst niet getekend, of haar ingetrokken.' })
  const identityUntil = endOf(document.expiresOn)
  await acceptCreator(tx, { userId, identityUntil, agreementUntil: null }, platform.now())
  const kept: IdentityDocument = {
    ...document,
    legalName: document.legalName ?? details?.legalName ?? null,
    dateOfBirth: document.dateOfBirth ?? details?.dateOfBirth ?? null,
    address: document.address ?? details?.address ?? null,
  }
  await closeByDecision(tx, platform, row, { by, refusal: null, kept: { document: kept } })
}

/** A document is valid through its last day. */
function endOf(day: string | null): Date | null {
  if (day === null) return null
  const next = new Date(`${day}T12:00:00Z`)
  next.setUTCDate(next.getUTCDate() + 1)
  return startOfBrusselsDay(next.toISOString().slice(0, 10))
}
