import { serializeReport } from '../../../people/contentReports/content.service.ts'
import {
  type CaseDecision,
  FOLLOW_PATH,
  REASONS_PLACEHOLDER,
  reportDecidedMail,
  reportReceivedMail,
  type ReportReason,
} from '../../../people/contentReports/contract.ts'
import { contentKindLabels } from '../../../people/contentReports/labels.rules.ts'
import { appealUntil, decisionDueAt, urgencyOf } from '../../../people/contentReports/rules.ts'
import { adminCasePath } from '../../../people/contentReports/service.ts'
import { addMs, HOUR, timeDaysAgo } from './calendar.ts'
import type { History } from './history.ts'
import type { People } from './people.ts'
import { recordAudit, recordMail, recordNotification } from './records.ts'

interface DemoReport {
  reason: ReportReason
  /** Days ago, and the minute of that day. */
  at: readonly [daysAgo: number, minute: number]
  text: string
  /** What an admin decided, hours later. */
  decision?: readonly [hours: number, decision: CaseDecision, reasons: string]
}

const reports: readonly DemoReport[] = [
  {
    reason: 'SPAM',
    at: [33, 20 * 60 + 5],
    text: 'Dit lijkt me geschreven door de maker zelf.',
    decision: [
      19,
      'KEEP',
      'De beoordeling is van iemand die het product hier kocht. Dat hebben we nagekeken.',
    ],
  },
  {
    reason: 'ABUSE',
    at: [2, 11 * 60 + 40],
    text: 'Hier wordt iemand persoonlijk aangesproken, en niet aardig.',
  },
]

/** Reviews that customers reported: one decided, one that waits. */
export function addContentReports(history: History, people: People): void {
  const shown = history.rows.reviews.filter(({ approvedAt, text }) => approvedAt && text)
  for (const [index, report] of reports.entries()) {
    const [daysAgo, minute] = report.at
    const at = timeDaysAgo(history.now, daysAgo, minute)
    const review = shown.findLast(({ createdAt }) => createdAt && createdAt < at)
    const reporter = people.customers.find(({ id }) => id !== review?.userId)
    if (review && reporter && at < history.now)
      addReport(history, people, { report, index, at, review, reporter })
  }
}

interface NewReport {
  report: DemoReport
  index: number
  at: Date
  review: History['rows']['reviews'][number]
  reporter: People['customers'][number]
}

function addReport(history: History, people: People, given: NewReport): void {
  const { report, index, at, review, reporter } = given
  const { rows, newId, settings, origin, now } = history
  const [hours = 0, decision, reasons = ''] = report.decision ?? []
  const decidedAt = decision && addMs(at, hours * HOUR)
  const isDecided = decidedAt !== undefined && decidedAt < now
  const product = rows.products.find(({ id }) => id === review.productId)
  const caseId = addCase(history, given, product?.slug ?? '', isDecided ? decidedAt : null)
  const reportId = newId(at)
  const reference = `DEMO-${'MNPQ'.charAt(index).repeat(4)}`
  rows.contentReports.push({
    id: reportId,
    caseId,
    reference,
    reporterId: reporter.id,
    reason: report.reason,
    content: serializeReport(report.text, [
      { label: 'Beoordeling', text: review.text ?? '' },
      { label: 'Sterren', text: String(review.rating) },
      { label: 'Product', text: product?.name ?? '' },
    ]),
    createdAt: at,
  })
  const props = { reportId, reference, url: origin + FOLLOW_PATH, shopName: settings.shopName }
  recordMail(history, reportReceivedMail, reporter.email, props, at)
  const heard = { params: { isUrgent: false }, about: `${caseId} ${urgencyOf(report.reason)}` }
  const path = adminCasePath(caseId)
  recordNotification(history, people.adminId, { kind: 'CONTENT_REPORTED', ...heard, path }, at)
  if (!isDecided || !decision) return
  const statement = { decision, ground: null, rule: null, reasons, isOnAppeal: false }
  const by = { caseId, decidedBy: people.adminId, decidedAt }
  const decisionId = newId(decidedAt)
  rows.contentDecisions.push({ ...statement, ...by, id: decisionId })
  const what = contentKindLabels.REVIEW.inSentence
  const repeated = { ...statement, reasons: REASONS_PLACEHOLDER, decisionId }
  const told = { ...props, ...repeated, what, appealUntil: appealUntil(decidedAt).toISOString() }
  recordMail(history, reportDecidedMail, reporter.email, told, decidedAt)
  const details = { decision: { from: null, to: decision } }
  const entry = { action: 'CONTENT_CASE_DECIDED' as const, subjectId: caseId, details }
  recordAudit(history, people.adminId, entry, decidedAt)
}

/** @returns its id */
function addCase(
  { rows, newId }: History,
  { report, at, review }: NewReport,
  slug: string,
  decidedAt: Date | null,
): string {
  const id = newId(at)
  rows.contentCases.push({
    id,
    kind: 'REVIEW',
    contentId: review.id ?? '',
    ownerId: review.userId,
    path: `/shop/${slug}`,
    status: decidedAt ? 'DECIDED' : 'OPEN',
    urgency: urgencyOf(report.reason),
    dueAt: decidedAt ? null : decisionDueAt(at),
    version: decidedAt ? 2 : 1,
    createdAt: at,
    decidedAt,
  })
  return id
}
