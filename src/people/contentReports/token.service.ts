import { and, eq, gt, lte } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import { hashToken, newToken } from '../../platform/http/session.ts'
import { onlyRow } from '../../platform/db/sql.ts'
import { Problem } from '../../wire/problem.ts'
import { APPEAL_MONTHS } from './rules.ts'
import { contentReports, contentReportTokens } from './table.ts'

/** Longer than an appeal can wait, which is counted from a decision that may come two weeks after the mail. */
const LINK_DAYS = (APPEAL_MONTHS + 2) * 31

/** The owner of a link: a reporter, by the report, or the owner of the content, by the case. */
export type CaseParty = { reportId: string } | { caseId: string }

/** Makes a token for a mail, which opens a case for one of its parties. Only its hash is stored. */
export async function issueCaseToken(db: Db, party: CaseParty, now: Date): Promise<string> {
  const token = newToken()
  const expiresAt = new Date(now.getTime() + LINK_DAYS * 24 * 3_600_000)
  const opens =
    'caseId' in party ? { caseId: party.caseId, reportId: null } : await caseOfReport(db, party.reportId)
  await db.insert(contentReportTokens).values({ tokenHash: hashToken(token), ...opens, expiresAt })
  return token
}

async function caseOfReport(db: Db, reportId: string) {
  const found = await db
    .select({ caseId: contentReports.caseId, reportId: contentReports.id })
    .from(contentReports)
    .where(eq(contentReports.id, reportId))
  return onlyRow(found)
}

/** Finds the case that a token opens. It is not used up: a link is opened on several devices. @throws Problem TOKEN_INVALID */
export async function findCaseOfToken(db: Db, token: string, now: Date) {
  const [found] = await db
    .select({ caseId: contentReportTokens.caseId, reportId: contentReportTokens.reportId })
    .from(contentReportTokens)
    .where(and(eq(contentReportTokens.tokenHash, hashToken(token)), gt(contentReportTokens.expiresAt, now)))
  if (!found)
    throw new Problem('TOKEN_INVALID', { message: 'Deze link werkt niet meer. Neem contact met ons op.' })
  return found
}

export async function deleteExpiredCaseTokens(db: Db, now: Date): Promise<void> {
  await db.delete(contentReportTokens).where(lte(contentReportTokens.expiresAt, now))
}
