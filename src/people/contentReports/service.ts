import { randomUUIDv7 } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db.ts'
import { queueMail } from '../../platform/mail.ts'
import type { Platform } from '../../platform/platform.ts'
import { newReference } from '../../platform/reference.ts'
import type { AuthenticatedUser } from '../../platform/session.ts'
import { onlyRow } from '../../platform/sql.ts'
import { Problem } from '../../wire/problem.ts'
import { contactEmail } from '../accounts/guest.service.ts'
import { users } from '../accounts/table.ts'
import { notifyAdmins } from '../notifications/service.ts'
import { reportContentText, serializeReport } from './content.service.ts'
import { FOLLOW_PATH, type ReportInput, reportReceivedMail } from './contract.ts'
import type { ContentKinds, ReportedContent } from './kinds.service.ts'
import { decisionDueAt, urgencyOf } from './rules.ts'
import { contentCases, contentReports } from './table.ts'

export type ContentCaseRow = typeof contentCases.$inferSelect

/** Who reports: a user, or a visitor with an address that nobody has checked, or without any. */
export type Reporter = { user: AuthenticatedUser } | { user: null; name: string | null; email: string | null }

/** The page of a case in the back office. */
export const adminCasePath = (caseId: string): string => `/admin/content-reports/${caseId}`

/**
 * Stores a report with what the content is now, tells the admins and confirms it by mail, in one transaction. Reports of the same content
 * that waits for a decision are one case; a second one by the same person gets the reference of the first.
 * @returns the reference
 * @throws Problem NOT_FOUND for what the reporter can't see; CONFLICT for one's own
 */
export async function fileReport(
  platform: Platform,
  kinds: ContentKinds,
  reporter: Reporter,
  { kind, contentId, reason, text }: ReportInput,
): Promise<string> {
  const found = await kinds[kind].find(platform, contentId, reporter.user)
  if (!found) throw new Problem('NOT_FOUND', { message: 'Dit staat er niet meer.' })
  if (reporter.user && found.ownerId === reporter.user.userId)
    throw new Problem('CONFLICT', { message: 'Dit is van jou: je kunt het zelf weghalen.' })
  const now = platform.now()
  return platform.db.transaction(async tx => {
    const opened = await openCase(tx, { kind, contentId, urgency: urgencyOf(reason) }, found, now)
    const id = randomUUIDv7()
    const content = await platform.dataCipher.encrypt(
      tx,
      reportContentText,
      id,
      serializeReport(text, found.evidence),
    )
    const [added] = await tx
      .insert(contentReports)
      .values({
        id,
        caseId: opened.id,
        reference: newReference(),
        ...identityOf(reporter),
        reason,
        ...content,
        createdAt: now,
      })
      .onConflictDoNothing()
      .returning({ reportId: contentReports.id, reference: contentReports.reference })
    if (!added) return readEarlierReference(tx, opened.id, reporter)
    await addToCase(tx, opened, urgencyOf(reason))
    await confirmReport(tx, platform, reporter, added)
    return added.reference
  })
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
  const recipient = reporter.user ? await findAddress(tx, reporter.user.userId) : reporter.email
  if (!recipient) return
  const url = origin() + FOLLOW_PATH
  await queueMail(tx, jobs, reportReceivedMail, recipient, {
    ...report,
    url,
    shopName: settings.current.shopName,
  })
}

/** Where mails to a user go. */
export async function findAddress(tx: Tx, userId: string): Promise<string> {
  return onlyRow(await tx.select({ email: contactEmail }).from(users).where(eq(users.id, userId))).email
}

async function readEarlierReference(tx: Tx, caseId: string, reporter: Reporter): Promise<string> {
  const { reporterId, email } = contentReports
  const own = reporter.user ? eq(reporterId, reporter.user.userId) : eq(email, reporter.email ?? '')
  const found = await tx
    .select({ reference: contentReports.reference })
    .from(contentReports)
    .where(and(eq(contentReports.caseId, caseId), own))
  return onlyRow(found).reference
}

/** @throws Problem NOT_FOUND */
export async function lockCase(tx: Tx, caseId: string): Promise<ContentCaseRow> {
  const [found] = await tx.select().from(contentCases).where(eq(contentCases.id, caseId)).for('no key update')
  if (!found) throw caseNotFound()
  return found
}

export const caseNotFound = () => new Problem('NOT_FOUND', { message: 'Deze melding bestaat niet.' })
