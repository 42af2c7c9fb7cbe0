import { and, asc, count, desc, eq, inArray, isNotNull, isNull, ne, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { users } from '../../../people/accounts/table.ts'
import { recordAuditEntry } from '../../../people/audit/service.ts'
import type { Db } from '../../../platform/db/db.ts'
import { columnsOf, countMatches, readPage } from '../../../platform/db/sql.ts'
import type { Platform } from '../../../platform/platform.ts'
import { Problem } from '../../../wire/problem.ts'
import type { IdentityDocument } from '../contract.ts'
import { readDocuments } from '../document.service.ts'
import { applicationMoves, approvalEvent, isOpenState } from '../rules.ts'
import { creatorApplications, identityImages, identityRecords } from '../table.ts'
import { type ApplicationRow, identityRecordText, readTexts } from '../text.service.ts'
import type {
  AdminApplication,
  ApplicationFilter,
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

/** Other admins than the applicant herself, who can decide. */
export const countAdmins = (db: Db, applicantId: string): Promise<number> =>
  db.$count(
    users,
    and(
      eq(users.role, 'ADMIN'),
      isNull(users.deleteAfter),
      isNull(users.suspendedAt),
      ne(users.id, applicantId),
    ),
  )

export const notFound = () => new Problem('NOT_FOUND', { message: 'Deze aanmelding bestaat niet.' })

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

async function findNames(db: Db, ids: (string | null)[]): Promise<(id: string | null) => string | null> {
  const known = ids.filter(each => each !== null)
  const rows = await db
    .select(columnsOf(users, 'id', 'displayName'))
    .from(users)
    .where(inArray(users.id, known))
  return id => rows.find(row => row.id === id)?.displayName ?? null
}

/** @throws Problem NOT_FOUND */
export async function readApplication(
  platform: Pick<Platform, 'db' | 'dataCipher'>,
  by: string,
  applicationId: string,
): Promise<z.input<typeof AdminApplication>> {
  const { db } = platform
  const row = await findSent(db, applicationId)
  const nameOf = await findNames(db, [row.userId, row.approvedBy, row.decidedBy])
  const { identity, explanation } = await readTexts(platform, db, row)
  const isMinor = and(
    eq(creatorApplications.userId, row.userId),
    eq(creatorApplications.refusal, 'UNDER_AGE'),
  )
  const [images] = await db
    .select({ number: count() })
    .from(identityImages)
    .where(eq(identityImages.applicationId, row.id))
  const isOpen = isOpenState(row.state)
  const event = approvalEvent(row.approvedBy, await countAdmins(db, row.userId))
  return {
    ...row,
    applicant: { id: row.userId, displayName: nameOf(row.userId) ?? '' },
    approvedBy: nameOf(row.approvedBy),
    decidedBy: nameOf(row.decidedBy),
    explanation,
    refusedAsMinor: await db.$count(creatorApplications, and(isMinor, ne(creatorApplications.id, row.id))),
    documents: images?.number ?? 0,
    needsReading: isOpen && identity === null,
    needsSecond: isOpen && event === 'approve',
    mayApprove: event in applicationMoves[row.state] && by !== row.userId && by !== row.approvedBy,
  }
}

/** The identity of an applicant: that of an application or of the record that an accepted one left. @throws Problem NOT_FOUND */
export async function openIdentity(
  platform: Pick<Platform, 'db' | 'dataCipher' | 'storage'>,
  by: string,
  { applicationId, reason }: { applicationId: string; reason: ReadReason },
): Promise<IdentityFile> {
  const { db, dataCipher } = platform
  const row = await findSent(db, applicationId)
  // First: no identity is shown that the log does not tell of.
  await db.transaction(tx =>
    recordAuditEntry(tx, {
      by,
      action: 'CREATOR_IDENTITY_READ',
      subjectId: row.id,
      details: { reason },
    }),
  )
  const { details, identity } = await readTexts(platform, db, row)
  const [record] = await db.select().from(identityRecords).where(eq(identityRecords.applicationId, row.id))
  const photos = await readDocuments(platform, row.id)
  return {
    details,
    document: record ? await readRecord(dataCipher, db, record) : identity,
    photos: photos.map(photo => `data:image/webp;base64,${photo.toString('base64')}`),
  }
}

async function readRecord(
  dataCipher: Platform['dataCipher'],
  db: Db,
  { id, encrypted, keyId }: typeof identityRecords.$inferSelect,
): Promise<IdentityDocument | null> {
  if (encrypted === null || keyId === null) return null
  const text = await dataCipher.decrypt(db, identityRecordText, { id, encrypted, keyId })
  return text === null ? null : (JSON.parse(text) as IdentityDocument)
}
