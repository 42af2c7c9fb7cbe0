import { and, eq, inArray, isNull, lt, or } from 'drizzle-orm'
import type { Platform } from '../../platform/platform.ts'
import { mails } from '../../platform/db/table.ts'
import { reportDecidedMail, reportReceivedMail, statementOfReasonsMail } from './contract.ts'
import { keptSince } from './rules.ts'
import { contentAppeals, contentCases, contentDecisions, contentReports } from './table.ts'
import { deleteExpiredCaseTokens } from './token.service.ts'

const templates = [reportReceivedMail.name, reportDecidedMail.name, statementOfReasonsMail.name]

/**
 * Deletes expired links, and of cases that ended so many months ago the content, the reporters with their reasons, and the mails.
 * The decision and its time stay, for the yearly numbers.
 */
export async function clearOldCases({
  db,
  config,
  now,
}: Pick<Platform, 'db' | 'config' | 'now'>): Promise<void> {
  await deleteExpiredCaseTokens(db, now())
  const since = keptSince(now(), config.contentEvidenceMonths)
  await db.delete(mails).where(and(inArray(mails.template, templates), lt(mails.createdAt, since)))
  await db.transaction(async tx => {
    const cleared = await tx
      .update(contentCases)
      .set({ clearedAt: now(), contentId: '', path: null, ownerId: null })
      .where(
        and(
          isNull(contentCases.clearedAt),
          lt(contentCases.decidedAt, since),
          or(eq(contentCases.status, 'FINAL'), eq(contentCases.status, 'DECIDED')),
        ),
      )
      .returning({ id: contentCases.id })
    const ids = cleared.map(({ id }) => id)
    if (ids.length === 0) return
    const nothing = { encrypted: null, keyId: null }
    await tx
      .update(contentReports)
      .set({ reporterId: null, name: null, email: null, content: '', ...nothing })
      .where(inArray(contentReports.caseId, ids))
    await tx
      .update(contentAppeals)
      .set({ text: '', ...nothing })
      .where(inArray(contentAppeals.caseId, ids))
    await tx
      .update(contentDecisions)
      .set({ reasons: '', ...nothing })
      .where(inArray(contentDecisions.caseId, ids))
  })
}
