import { aliasedTable, asc, desc, eq, isNotNull, sql, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import { contactEmail } from '../../people/accounts/guest.service.ts'
import { countOtherAdmins } from '../../people/accounts/lastAdmin.service.ts'
import { findDisplayNames } from '../../people/accounts/service.ts'
import { users } from '../../people/accounts/table.ts'
import {
  appealText,
  decryptReports,
  findDecisions,
  reportTextColumns,
} from '../../people/contentReports/content.service.ts'
import { ReportReason } from '../../people/contentReports/contract.ts'
import type { ContentKinds, ContentReader } from '../../people/contentReports/kinds.service.ts'
import { decisionDaysLeft } from '../../people/contentReports/rules.ts'
import { caseNotFound } from '../../people/contentReports/service.ts'
import {
  contentAppeals,
  contentCases,
  contentDecisions,
  contentReports,
} from '../../people/contentReports/table.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Platform } from '../../platform/platform.ts'
import { columnsOf, countMatches, readPage } from '../../platform/db/sql.ts'
import type { ContentCase, listContentCases } from './contract.ts'

type ListInput = z.output<typeof listContentCases.input>

const conditions: Record<NonNullable<ListInput['status']>, SQL | undefined> = {
  '': undefined,
  WAITING: isNotNull(contentCases.dueAt),
  DECIDED: eq(contentCases.status, 'DECIDED'),
  FINAL: eq(contentCases.status, 'FINAL'),
}

const ofCase = sql`"content_cases"."id"`

const summaryColumns = {
  ...columnsOf(contentCases, 'id', 'kind', 'status', 'urgency', 'createdAt', 'dueAt'),
  reasons: sql<z.input<typeof ContentCase>['reasons']>`(
    select coalesce(json_agg(distinct r.reason), '[]') from ${contentReports} r where r.case_id = ${ofCase})`,
  reports: sql<number>`(select count(*)::int from ${contentReports} r where r.case_id = ${ofCase})`,
  reference: sql<string>`(
    select r.reference from ${contentReports} r where r.case_id = ${ofCase} order by r.created_at, r.id limit 1)`,
  decision: sql<z.input<typeof ContentCase>['decision']>`(
    select d.decision from ${contentDecisions} d where d.case_id = ${ofCase} order by d.is_on_appeal desc limit 1)`,
  ownerId: users.id,
  displayName: users.displayName,
  suspendedAt: users.suspendedAt,
  erasedAt: users.erasedAt,
}

const selectSummaries = (db: Db) =>
  db.select(summaryColumns).from(contentCases).leftJoin(users, eq(users.id, contentCases.ownerId))

type SummaryRow = Awaited<ReturnType<typeof selectSummaries>>[number]

const toSummary = (
  { ownerId, displayName, suspendedAt, erasedAt, dueAt, reasons, ...row }: SummaryRow,
  now: Date,
) => ({
  ...row,
  reasons: ReportReason.options.filter(reason => reasons.includes(reason)),
  dueAt,
  workingDaysLeft: dueAt && decisionDaysLeft(dueAt, now),
  owner:
    ownerId === null || displayName === null
      ? null
      : { id: ownerId, displayName, isSuspended: suspendedAt !== null, isErased: erasedAt !== null },
})

/** One page of the cases that match, in the order in which they are to be decided; then the latest. */
export async function findContentCases({ db, now }: Platform, { status, ...page }: ListInput) {
  const where = conditions[status ?? '']
  const { dueAt, urgency, createdAt, id } = contentCases
  const sorted = selectSummaries(db)
    .where(where)
    .orderBy(
      sql`${dueAt} is null`,
      sql`case when ${dueAt} is not null then ${urgency} end`,
      asc(dueAt),
      desc(createdAt),
      desc(id),
    )
  const { items, ...list } = await readPage(sorted, countMatches(db, contentCases, where), page)
  return { ...list, items: items.map(row => toSummary(row, now())) }
}

interface CaseReader extends ContentReader {
  kinds: ContentKinds
  now: () => Date
}

/** @throws Problem NOT_FOUND */
export async function readCase(
  { db, dataCipher, kinds, now }: CaseReader,
  caseId: string,
  adminId: string,
): Promise<z.input<typeof ContentCase>> {
  const where = eq(contentCases.id, caseId)
  const [row] = await selectSummaries(db).where(where)
  const [stored] = await db
    .select(columnsOf(contentCases, 'path', 'version'))
    .from(contentCases)
    .where(where)
  if (!row || !stored) throw caseNotFound()
  const [reports, decisions, appeals] = await Promise.all([
    findReports({ db, dataCipher }, caseId),
    findNamedDecisions({ db, dataCipher }, caseId),
    db
      .select()
      .from(contentAppeals)
      .where(eq(contentAppeals.caseId, caseId))
      .orderBy(asc(contentAppeals.createdAt)),
  ])
  const texts = await dataCipher.decryptRows(db, appealText, appeals)
  return {
    ...toSummary(row, now()),
    ...stored,
    canRemove: kinds[row.kind].remove !== undefined,
    allReports: reports,
    decisions,
    appeals: texts.map(({ reportId, ...each }) => ({ ...each, isOfOwner: reportId === null })),
    needsAnotherAdmin:
      row.dueAt !== null &&
      (decisions.some(({ decidedById }) => decidedById === adminId) ||
        row.ownerId === adminId ||
        reports.some(({ reporter }) => reporter?.userId === adminId)) &&
      (await countOtherAdmins(db, adminId)) > 0,
  }
}

async function findNamedDecisions(reader: ContentReader, caseId: string) {
  const { db } = reader
  const decisions = await findDecisions(reader, caseId)
  const nameOf = await findDisplayNames(
    db,
    decisions.map(({ decidedBy }) => decidedBy),
  )
  return decisions.map(({ decidedBy, ...decision }) => ({
    ...decision,
    decidedById: decidedBy,
    decidedBy: nameOf(decidedBy) ?? '',
  }))
}

/** The reports of a case with their reporters, the first report first. */
async function findReports(reader: ContentReader, caseId: string) {
  const reporter = aliasedTable(users, 'reporter')
  const found = await reader.db
    .select({
      ...reportTextColumns,
      ...columnsOf(contentReports, 'reference', 'reason', 'reporterId', 'name', 'email', 'createdAt'),
      displayName: reporter.displayName,
      userEmail: sql<string | null>`coalesce(${reporter.guestEmail}, ${reporter.email})`,
    })
    .from(contentReports)
    .leftJoin(reporter, eq(reporter.id, contentReports.reporterId))
    .where(eq(contentReports.caseId, caseId))
    .orderBy(asc(contentReports.createdAt), asc(contentReports.id))
  const reports = await decryptReports(reader, found)
  return reports.map(({ reporterId, name, email, displayName, userEmail, ...report }) => ({
    ...report,
    reporter:
      (displayName ?? name) === null
        ? null
        : { userId: reporterId, name: displayName ?? name ?? '', email: userEmail ?? email },
  }))
}

/** Whom a decision is mailed to: each reporter with where mails to them go, null for an erased account. */
export const findReporters = (db: Db, caseId: string) =>
  db
    .select({
      ...columnsOf(contentReports, 'id', 'reference'),
      recipient: sql<
        string | null
      >`case when ${users.erasedAt} is null then coalesce(${contactEmail}, ${contentReports.email}) end`,
      hasAppealed: sql<boolean>`exists (select from ${contentAppeals} a where a.report_id = "content_reports"."id")`,
    })
    .from(contentReports)
    .leftJoin(users, eq(users.id, contentReports.reporterId))
    .where(eq(contentReports.caseId, caseId))
