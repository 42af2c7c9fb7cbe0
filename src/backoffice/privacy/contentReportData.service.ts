import { and, eq, isNull, or } from 'drizzle-orm'
import {
  appealText,
  decisionReasons,
  decryptReports,
  reportTextColumns,
} from '../../people/contentReports/content.service.ts'
import {
  contentAppeals,
  contentCases,
  contentDecisions,
  contentReports,
} from '../../people/contentReports/table.ts'
import type { DataCipher } from '../../platform/crypto/dataCipher.ts'
import type { Db } from '../../platform/db/db.ts'
import { columnsOf } from '../../platform/db/sql.ts'
import type { DataSubject, PersonalDataSection } from './dataSection.service.ts'

/** The user's reports of content, and the decisions about the user's own content. */
export const contentReportSection: PersonalDataSection = {
  name: 'gemelde-inhoud',
  tables: [contentReports, contentCases, contentDecisions, contentAppeals],
  read: contentReportsOf,
}

/** The reports and appeals of the user, and the decisions about their content, without its reporters. */
async function contentReportsOf(db: Db, { id }: DataSubject, dataCipher: DataCipher) {
  const reader = { db, dataCipher }
  const made = await db
    .select({
      ...reportTextColumns,
      ...columnsOf(contentReports, 'reference', 'reason', 'createdAt'),
      kind: contentCases.kind,
    })
    .from(contentReports)
    .innerJoin(contentCases, eq(contentCases.id, contentReports.caseId))
    .where(eq(contentReports.reporterId, id))
  const decisions = await db
    .select({
      ...columnsOf(contentDecisions, 'id', 'reasons', 'encrypted', 'keyId'),
      ...columnsOf(contentDecisions, 'decision', 'ground', 'rule', 'isOnAppeal', 'decidedAt'),
    })
    .from(contentDecisions)
    .innerJoin(contentCases, eq(contentCases.id, contentDecisions.caseId))
    .where(eq(contentCases.ownerId, id))
  const appeals = await db
    .select(columnsOf(contentAppeals, 'id', 'text', 'encrypted', 'keyId', 'createdAt'))
    .from(contentAppeals)
    .innerJoin(contentCases, eq(contentCases.id, contentAppeals.caseId))
    .leftJoin(contentReports, eq(contentReports.id, contentAppeals.reportId))
    .where(
      or(
        eq(contentReports.reporterId, id),
        and(isNull(contentAppeals.reportId), eq(contentCases.ownerId, id)),
      ),
    )
  const reports = await decryptReports(reader, made)
  return {
    reports: reports.map(({ id: _id, evidence: _evidence, ...report }) => report),
    decisions: (await dataCipher.decryptRows(db, decisionReasons, decisions)).map(
      ({ id: _id, ...each }) => each,
    ),
    appeals: (await dataCipher.decryptRows(db, appealText, appeals)).map(({ id: _id, ...each }) => each),
    decided: await db
      .select(columnsOf(contentDecisions, 'caseId', 'decidedAt'))
      .from(contentDecisions)
      .where(eq(contentDecisions.decidedBy, id)),
  }
}
