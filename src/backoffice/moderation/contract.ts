import { z } from 'zod'
import {
  CaseDecision,
  CaseStatus,
  ContentKind,
  DecisionGround,
  Evidence,
  ReportReason,
  StatementOfReasons,
} from '../../people/contentReports/contract.ts'
import { endpoint } from '../../wire/endpoint.ts'
import { dateTime, id, optionalSingleLine, pageFields, pageOf, requiredText } from '../../wire/fields.ts'

const Owner = z.object({ id, displayName: z.string(), isSuspended: z.boolean(), isErased: z.boolean() })

export const ContentCaseSummary = z.object({
  id,
  kind: ContentKind,
  status: CaseStatus,
  /** 1 where people may be hurt, 2 for content that is reported as illegal, 3 for the rest. */
  urgency: z.int(),
  /** The reasons of its reports, the most urgent first. */
  reasons: z.array(ReportReason),
  reports: z.int(),
  /** Of its first report. */
  reference: z.string(),
  owner: Owner.nullable(),
  createdAt: dateTime,
  /** Until when (exclusive) it is to be decided; null while nothing is. */
  dueAt: dateTime.nullable(),
  /** Business days that are left for it after today; -1 when it is too late, null while nothing is due. */
  workingDaysLeft: z.int().nullable(),
  /** The decision that stands. */
  decision: CaseDecision.nullable(),
})
export type ContentCaseSummary = z.output<typeof ContentCaseSummary>

/** WAITING: open or appealed. */
export const CaseFilter = z.enum(['WAITING', 'DECIDED', 'FINAL'])

export const listContentCases = endpoint('GET /api/admin/content-reports', 'admin', {
  summary:
    'Reported content: what waits for a decision first, minors and non-consensual before what is illegal before the rest, by when it is due',
  input: z.object({
    /** Empty for all. */
    status: CaseFilter.or(z.literal('')).nullish(),
    ...pageFields(25),
  }),
  /** The total is at most 10,000. */
  output: pageOf(ContentCaseSummary),
})

export const ContentCase = ContentCaseSummary.extend({
  /** Where it is on our own site. */
  path: z.string().nullable(),
  /** Grows with each report, appeal and decision, so that a decision on an older state is refused. */
  version: z.int(),
  /** Whether it can be taken away by the shop. */
  canRemove: z.boolean(),
  allReports: z.array(
    z.object({
      id,
      reference: z.string(),
      reason: ReportReason,
      text: z.string(),
      /** The reporter; null for an anonymous one, and when it was erased. */
      reporter: z
        .object({ userId: id.nullable(), name: z.string(), email: z.string().nullable() })
        .nullable(),
      createdAt: dateTime,
      /** The content as it was then. */
      evidence: z.array(Evidence),
    }),
  ),
  decisions: z.array(StatementOfReasons.extend({ decidedBy: z.string() })),
  appeals: z.array(z.object({ id, isOfOwner: z.boolean(), text: z.string(), createdAt: dateTime })),
  /** Another admin has to decide: this one reported it, it is theirs, or they decided first. */
  needsAnotherAdmin: z.boolean(),
})
export type ContentCase = z.output<typeof ContentCase>

export const readContentCase = endpoint('GET /api/admin/content-reports/:caseId', 'admin', {
  summary: 'All that is known of reported content, with who reported it',
  input: z.object({ caseId: id }),
  output: ContentCase,
})

/** Characters of a statement of reasons. */
export const MAX_REASONS_LENGTH = 3000

const needsRule = ({
  decision,
  ground,
  rule,
}: {
  decision: CaseDecision
  ground?: unknown
  rule: string | null
}) => decision === 'KEEP' || (Boolean(ground) && rule !== null)

/** A decision as an admin makes it. */
export const DecisionInput = z.object({
  decision: CaseDecision,
  /** Not needed for content that stays. */
  ground: DecisionGround.or(z.literal('').transform(() => null)).nullish(),
  rule: optionalSingleLine(200),
  reasons: requiredText('Schrijf waarom: dit lezen beide partijen.', MAX_REASONS_LENGTH),
})

export const DecisionForm = DecisionInput.refine(needsRule, {
  path: ['rule'],
  error: 'Noem de wet of het artikel van de voorwaarden.',
})

export const decideContentCase = endpoint('POST /api/admin/content-reports/:caseId/decisions', 'admin', {
  summary:
    'Decide on reported content, or on an appeal: its parties get the reasons by mail; 409 CONFLICT when it changed since it was read',
  confirmation: 'recent',
  input: z
    .object({ caseId: id, version: z.int('Lees eerst wat er staat.'), ...DecisionInput.shape })
    .refine(needsRule, { path: ['rule'], error: 'Noem de wet of het artikel van de voorwaarden.' }),
  output: ContentCase,
})

/** The numbers of a period for one reason, or of all together (null). */
export const TransparencyRow = z.object({
  reason: ReportReason.nullable(),
  reports: z.int(),
  kept: z.int(),
  removed: z.int(),
  suspended: z.int(),
  waiting: z.int(),
  appealed: z.int(),
  /** Decided otherwise on appeal. */
  overturned: z.int(),
  /** From the first report to the decision; null without one. */
  medianHours: z.number().nullable(),
  longestHours: z.number().nullable(),
})
export type TransparencyRow = z.output<typeof TransparencyRow>

const year = z.coerce.number().int().min(2024).max(2999)

export const readTransparencyReport = endpoint('GET /api/admin/content-report-numbers', 'admin', {
  summary: 'What was reported in a year of Brussels, and how it was decided (Reg. (EU) 2022/2065, art. 15)',
  input: z.object({ year }),
  output: z.array(TransparencyRow),
})

export const downloadTransparencyReport = endpoint('GET /api/admin/content-report-numbers.csv', 'admin', {
  summary: 'The numbers of a year as CSV',
  input: z.object({ year }),
  output: z.null(),
  sends: 'text/csv',
})

const monthMessage = 'Kies een maand, zoals 2026-11.'

/** A calendar month in Brussels. */
export const Month = z.string(monthMessage).regex(/^20\d\d-(0[1-9]|1[0-2])$/, monthMessage)

const Decidable = z.object({ count: z.int(), late: z.int() })
const Moved = z.object({ count: z.int(), cents: z.int() })

export const ComplianceReport = z.object({
  /** Of the reports that came in the month. */
  reports: z.array(TransparencyRow),
  /** Cases and appeals that were decided in the month. */
  decided: Decidable,
  /** Cases and appeals that waited at the end of the month, or now if it is not over. */
  waiting: Decidable,
  /** The applications of creators that were decided in the month. */
  applications: z.object({ accepted: z.int(), refused: z.int() }),
  /** The sessions that began in the month, those with a record of the creator's consent, and those that an admin ended. */
  sessions: z.object({ begun: z.int(), withConsent: z.int(), endedByAdmin: z.int() }),
  /** Of each payment provider, by its name. */
  providers: z.array(z.object({ name: z.string(), payments: Moved, refunds: Moved, chargebacks: Moved })),
})
export type ComplianceReport = z.output<typeof ComplianceReport>

export const readCompliance = endpoint('GET /api/admin/compliance', 'admin', {
  summary: 'The complaints, decisions, refunds and chargebacks of a month, as an acquirer asks for them',
  input: z.object({ month: Month }),
  output: ComplianceReport,
})

export const createAuditorFile = endpoint('POST /api/admin/auditor-files', 'admin', {
  summary: 'Choose the sessions of a file for an auditor: all of a month, or 20 of them at random; logged',
  confirmation: 'recent',
  input: z.object({ month: Month, isSample: z.boolean('Kies een steekproef of alle sessies.') }),
  output: z.object({ fileId: id, sessions: z.int() }),
  problems: ['CONFLICT', 'NOT_FOUND'],
})

export const downloadAuditorFile = endpoint('GET /api/admin/auditor-files/:fileId', 'admin', {
  summary:
    "The file as a ZIP, for the admin who made it: sessions with the creator's consent, her proof of identity and her agreement",
  confirmation: 'recent',
  input: z.object({ fileId: id }),
  output: z.null(),
  sends: 'application/zip',
  problems: ['NOT_FOUND'],
})
