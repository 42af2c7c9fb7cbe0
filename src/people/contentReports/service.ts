import { randomUUIDv7 } from 'node:crypto'
import { and, asc, eq, sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/db.ts'
import { queueMail } from '../../platform/mail/mail.ts'
import type { Platform } from '../../platform/platform.ts'
import { newReference } from '../../platform/crypto/reference.ts'
import type { AuthenticatedUser } from '../../platform/http/session.ts'
import { columnsOf, onlyRow } from '../../platform/db/sql.ts'
import { Problem } from '../../wire/problem.ts'
import { contactEmail } from '../accounts/guest.service.ts'
import { users } from '../accounts/table.ts'
import { notifyAdmins } from '../notifications/service.ts'
import { decryptReports, reportContentText, reportTextColumns, serializeReport } from './content.service.ts'
import { FOLLOW_PATH, type ReportInput, reportReceivedMail, takesOffAir } from './contract.ts'
import type { ContentKinds, ReportedContent } from './kinds.service.ts'
import { decisionDueAt, moreUrgent, urgencyOf } from './rules.ts'
import { contentCases, contentReports } from './table.ts'

export type ContentCaseRow = typeof contentCases.$inferSelect

/** The reporter: a user, or a visitor with an address that nobody has checked, or without any. */
export type Reporter =
  | { user: AuthenticatedUser }
  | {
      user: null
      name: string | null
      email: string | null
      /** Whether the address gets no receipt: it was mailed too many. */
      isUnconfirmed?: boolean
    }

/** The page of a case in the back office. */
export const adminCasePath = (caseId: string): string => `/admin/content-reports/${caseId}`

/**
 * Stores a report with the present content, notifies the admins and confirms it by mail, in one transaction. Reports of the same
 * content are one case while it waits for a decision. A second report of a user is added to their first; visitors are never taken
 * for the same person, because nobody has checked their address.
 * @returns the reference
 * @throws Problem NOT_FOUND for content that the reporter can't see; CONFLICT for the reporter's own
 */
export async function fileReport(
  platform: Platform,
  kinds: ContentKinds,
  reporter: Reporter,
  { kind, contentId, reason, text }: ReportInput,
): Promise<string> {
  const found = await kinds[kind].find(platform, contentId, reporter.user)
  if (!found) throw new Problem('NOT_FOUND', { message: 'Dit staat er niet meer.' })
  const { ownerId } = found
  if (reporter.user && ownerId === reporter.user.userId && !takesOffAir(reason))
    throw new Problem('CONFLICT', { message: 'Dit is van jou: je kunt het zelf weghalen.' })
  const now = platform.now()
  const filed = await platform.db.transaction(async tx => {
    // Locks the case, so that two reports of one user come one after the other.
    const opened = await openCase(tx, { kind, contentId, urgency: urgencyOf(reason) }, found, now)
    const earlier = reporter.user && (await findEarlier(tx, platform, opened.id, reporter.user.userId))
    const given = { reason, text, evidence: found.evidence }
    if (earlier && saysAlready(earlier, given)) return { reference: earlier.reference, about: null }
    const report = earlier
      ? await extendReport(tx, platform, earlier, given)
      : await addReport(tx, platform, reporter, { ...given, caseId: opened.id, createdAt: now })
    await addToCase(tx, opened, urgencyOf(reason))
    await confirmReport(tx, platform, reporter, report)
    const about = ownerId === null ? null : { caseId: opened.id, ownerId, reason, now }
    if (about) await kinds[kind].onReport?.(tx, about)
    return { reference: report.reference, about }
  })
  if (filed.about) await kinds[kind].afterReport?.(filed.about)
  return filed.reference
}

type NewReport = Pick<ReportInput, 'reason' | 'text'> & Pick<ReportedContent, 'evidence'>
type EarlierReport = NewReport & { id: string; reference: string }

/** The earlier report of a user in a case. */
async function findEarlier(
  tx: Tx,
  { dataCipher }: Platform,
  caseId: string,
  reporterId: string,
): Promise<EarlierReport | undefined> {
  const found = await tx
    .select({ ...reportTextColumns, ...columnsOf(contentReports, 'reference', 'reason') })
    .from(contentReports)
    .where(and(eq(contentReports.caseId, caseId), eq(contentReports.reporterId, reporterId)))
    .orderBy(asc(contentReports.id))
  return (await decryptReports({ db: tx, dataCipher }, found))[0]
}

/** Sent twice, as a browser does after a lost answer. */
const saysAlready = (earlier: EarlierReport, { reason, text }: NewReport): boolean =>
  earlier.text.split(BETWEEN_TEXTS).includes(text) && moreUrgent(earlier.reason, reason) === earlier.reason

const BETWEEN_TEXTS = '\n\n'

async function addReport(
  tx: Tx,
  { dataCipher }: Platform,
  reporter: Reporter,
  { text, evidence, ...report }: NewReport & Pick<typeof contentReports.$inferInsert, 'caseId' | 'createdAt'>,
) {
  const id = randomUUIDv7()
  const content = await dataCipher.encrypt(tx, reportContentText, id, serializeReport(text, evidence))
  const reference = newReference()
  await tx.insert(contentReports).values({ id, reference, ...identityOf(reporter), ...report, ...content })
  return { reportId: id, reference }
}

/** Adds a text to a report, and the content at that time where it differs; the more urgent of the reasons counts. */
async function extendReport(
  tx: Tx,
  { dataCipher }: Platform,
  { id, reference, ...earlier }: EarlierReport,
  { reason, text, evidence }: NewReport,
) {
  const known = new Set(earlier.evidence.map(line => JSON.stringify(line)))
  const stored = serializeReport(`${earlier.text}${BETWEEN_TEXTS}${text}`, [
    ...earlier.evidence,
    ...evidence.filter(line => !known.has(JSON.stringify(line))),
  ])
  const content = await dataCipher.encrypt(tx, reportContentText, id, stored)
  await tx
    .update(contentReports)
    .set({ reason: moreUrgent(earlier.reason, reason), ...content })
    .where(eq(contentReports.id, id))
  return { reportId: id, reference }
}

const identityOf = (reporter: Reporter) =>
  reporter.user
    ? { reporterId: reporter.user.userId, name: null, email: null }
    : { reporterId: null, name: reporter.name, email: reporter.email }

/** The case that collects the reports of this content, locked; makes one when there is none that waits. */
async function openCase(
  tx: Tx,
  { urgency, ...content }: Pick<ContentCaseRow, 'kind' | 'contentId' | 'urgency'>,
  { ownerId, path }: ReportedContent,
  now: Date,
): Promise<ContentCaseRow> {
  const { kind, contentId, status } = contentCases
  const opened = await tx
    .insert(contentCases)
    .values({ ...content, ownerId, path, urgency, dueAt: decisionDueAt(now), version: 0, createdAt: now })
    .onConflictDoUpdate({
      target: [kind, contentId],
      targetWhere: sql`${status} = 'OPEN'`,
      // Locks the row.
      set: { kind: sql`excluded.kind` },
    })
    .returning()
  return onlyRow(opened)
}

/** A report came in: the case is as urgent as its most urgent one, and admins hear of a new case and of a more urgent one. */
async function addToCase(tx: Tx, { id, version, urgency: before }: ContentCaseRow, urgency: number) {
  const highest = Math.min(before, urgency)
  await tx
    .update(contentCases)
    .set({ urgency: highest, version: version + 1 })
    .where(eq(contentCases.id, id))
  await notifyAdmins(tx, {
    kind: 'CONTENT_REPORTED',
    params: { isUrgent: highest === 1 },
    about: `${id} ${highest}`,
    path: adminCasePath(id),
  })
}

/** Confirms the receipt (art. 16(4)), where there is an address. */
async function confirmReport(
  tx: Tx,
  { jobs, settings, origin }: Platform,
  reporter: Reporter,
  report: { reportId: string; reference: string },
): Promise<void> {
  const recipient = reporter.user
    ? await findAddress(tx, reporter.user.userId)
    : reporter.isUnconfirmed
      ? null
      : reporter.email
  if (!recipient) return
  const url = origin() + FOLLOW_PATH
  await queueMail(tx, jobs, reportReceivedMail, recipient, {
    ...report,
    url,
    shopName: settings.current.shopName,
  })
}

/** Where mails to a user go; null for an erased account, whose address leads nowhere. */
export async function findAddress(tx: Tx, userId: string): Promise<string | null> {
  const { erasedAt } = users
  const [user] = await tx.select({ email: contactEmail, erasedAt }).from(users).where(eq(users.id, userId))
  return user && user.erasedAt === null ? user.email : null
}

/** @throws Problem NOT_FOUND */
export async function lockCase(tx: Tx, caseId: string): Promise<ContentCaseRow> {
  const [found] = await tx.select().from(contentCases).where(eq(contentCases.id, caseId)).for('no key update')
  if (!found) throw caseNotFound()
  return found
}

/**
 * Locks a case with all other cases of the same content, whose decisions concern it, in id order to avoid deadlock.
 * @throws Problem NOT_FOUND
 */
export async function lockCasesOfContent(tx: Tx, caseId: string) {
  const [about] = await tx
    .select(columnsOf(contentCases, 'kind', 'contentId'))
    .from(contentCases)
    .where(eq(contentCases.id, caseId))
  if (!about) throw caseNotFound()
  const { kind, contentId } = contentCases
  const locked = await tx
    .select()
    .from(contentCases)
    // Cases that were cleared name no content any more.
    .where(
      about.contentId === ''
        ? eq(contentCases.id, caseId)
        : and(eq(kind, about.kind), eq(contentId, about.contentId)),
    )
    .orderBy(asc(contentCases.id))
    .for('no key update')
  const found = locked.find(({ id }) => id === caseId)
  if (!found) throw caseNotFound()
  return { found, others: locked.filter(({ id }) => id !== caseId) }
}

export const caseNotFound = () => new Problem('NOT_FOUND', { message: 'Deze melding bestaat niet.' })
