import { randomUUIDv7 } from 'node:crypto'
import { asc, eq, isNull, and } from 'drizzle-orm'
import type { z } from 'zod'
import type { Tx } from '../../platform/db/db.ts'
import type { Platform } from '../../platform/platform.ts'
import { columnsOf, onlyRow } from '../../platform/db/sql.ts'
import { Problem } from '../../wire/problem.ts'
import { notifyAdmins } from '../notifications/service.ts'
import { appealText, decryptReports, findDecisions, reportTextColumns } from './content.service.ts'
import type { FollowedCase } from './contract.ts'
import type { ContentReader } from './kinds.service.ts'
import { appealDeadline, decisionDueAt } from './rules.ts'
import { adminCasePath, caseNotFound, type ContentCaseRow, lockCase } from './service.ts'
import { contentAppeals, contentCases, contentReports } from './table.ts'
import { findCaseOfToken } from './token.service.ts'

type CaseLink = Awaited<ReturnType<typeof findCaseOfToken>>

const partyOf = ({ reportId }: CaseLink) => (reportId === null ? ('OWNER' as const) : ('REPORTER' as const))

/** Until when the party of a link may appeal, given that it has not yet. */
function deadlineOf(
  { status }: ContentCaseRow,
  decisions: Awaited<ReturnType<typeof findDecisions>>,
  link: CaseLink,
  now: Date,
): Date | null {
  const { decision = null, decidedAt = null } = decisions.find(({ isOnAppeal }) => !isOnAppeal) ?? {}
  return appealDeadline({ status, decision, decidedAt }, partyOf(link), now)
}

const isOwnAppeal = ({ caseId, reportId }: CaseLink) =>
  and(
    eq(contentAppeals.caseId, caseId),
    reportId === null ? isNull(contentAppeals.reportId) : eq(contentAppeals.reportId, reportId),
  )

/** The case of a mailed link. @throws Problem TOKEN_INVALID */
export async function followCase(platform: Platform, token: string): Promise<z.input<typeof FollowedCase>> {
  const now = platform.now()
  return readFollowedCase(platform, await findCaseOfToken(platform.db, token, now), now)
}

async function readFollowedCase(
  { db, dataCipher }: ContentReader,
  link: CaseLink,
  now: Date,
): Promise<z.input<typeof FollowedCase>> {
  const [found] = await db.select().from(contentCases).where(eq(contentCases.id, link.caseId))
  if (!found) throw caseNotFound()
  const decisions = await findDecisions({ db, dataCipher }, link.caseId)
  const report = await findShownReport({ db, dataCipher }, link)
  const appeals = await db.select().from(contentAppeals).where(isOwnAppeal(link))
  const [appeal = null] = await dataCipher.decryptRows(db, appealText, appeals)
  const isReporter = link.reportId !== null
  return {
    party: partyOf(link),
    reference: isReporter ? report.reference : null,
    ...columnsOfCase(found),
    report: isReporter ? { reason: report.reason, text: report.text } : null,
    content: isReporter ? [] : report.evidence.filter(({ isInternal }) => !isInternal),
    decisions,
    appeal,
    appealUntil: appeal ? null : deadlineOf(found, decisions, link, now),
  }
}

const columnsOfCase = ({ kind, status, createdAt, dueAt }: ContentCaseRow) => ({
  kind,
  status,
  createdAt,
  dueAt,
})

/** A reporter's own report; for the owner of the content the first one, of which only the evidence is shown. */
async function findShownReport(reader: ContentReader, { caseId, reportId }: CaseLink) {
  const found = await reader.db
    .select({ ...reportTextColumns, ...columnsOf(contentReports, 'reference', 'reason') })
    .from(contentReports)
    .where(reportId === null ? eq(contentReports.caseId, caseId) : eq(contentReports.id, reportId))
    .orderBy(asc(contentReports.createdAt), asc(contentReports.id))
    .limit(1)
  return onlyRow(await decryptReports(reader, found))
}

/**
 * Appeals against the first decision, once for each party; the clock runs again. A second appeal of the same party changes nothing.
 * @throws Problem TOKEN_INVALID; CONFLICT when there is nothing to appeal, or not any more
 */
export async function appeal(
  platform: Platform,
  token: string,
  text: string,
): Promise<z.input<typeof FollowedCase>> {
  const now = platform.now()
  const link = await findCaseOfToken(platform.db, token, now)
  return platform.db.transaction(async tx => {
    const found = await lockCase(tx, link.caseId)
    if ((await tx.$count(contentAppeals, isOwnAppeal(link))) === 0) {
      const deadline = deadlineOf(
        found,
        await findDecisions({ db: tx, dataCipher: platform.dataCipher }, link.caseId),
        link,
        now,
      )
      if (deadline === null)
        throw new Problem('CONFLICT', { message: 'Tegen deze beslissing kun je geen bezwaar meer maken.' })
      await addAppeal(tx, platform, { found, link, text, now })
    }
    return readFollowedCase({ db: tx, dataCipher: platform.dataCipher }, link, now)
  })
}

interface NewAppeal {
  found: ContentCaseRow
  link: CaseLink
  text: string
  now: Date
}

async function addAppeal(
  tx: Tx,
  { dataCipher }: Platform,
  { found, link, text, now }: NewAppeal,
): Promise<void> {
  const id = randomUUIDv7()
  const encrypted = await dataCipher.encrypt(tx, appealText, id, text)
  await tx.insert(contentAppeals).values({ ...link, id, ...encrypted, createdAt: now })
  await tx
    .update(contentCases)
    .set({
      status: 'APPEALED',
      // The clock of the first appeal, when there are several.
      dueAt: found.dueAt ?? decisionDueAt(now),
      version: found.version + 1,
    })
    .where(eq(contentCases.id, found.id))
  await notifyAdmins(tx, {
    kind: 'CONTENT_APPEALED',
    params: undefined,
    about: id,
    path: adminCasePath(found.id),
  })
}
