import { z } from 'zod'
import { endpoint } from '../../wire/endpoint.ts'
import { dateTime, email, optionalSingleLine, requiredText, singleLine } from '../../wire/fields.ts'
import { mailTemplate } from '../../wire/mail.ts'

/**
 * The kinds of content that can be reported. PAGE: content at an address, without a button of its own. SESSION: the conduct of
 * the other in a live session. GIFT_PURCHASE: the name that a giver wrote for a creator.
 */
export const ContentKind = z.enum(
  ['REVIEW', 'CREATOR_REVIEW', 'MESSAGE', 'PROFILE', 'TOY', 'SESSION', 'GIFT', 'GIFT_PURCHASE', 'PAGE'],
  'Kies wat je meldt.',
)
export type ContentKind = z.output<typeof ContentKind>

/** Why, the most urgent first. NOT_ME and NOT_VOLUNTARY are of a creator about herself. */
export const ReportReason = z.enum(
  ['MINOR', 'NOT_VOLUNTARY', 'NOT_ME', 'NON_CONSENSUAL', 'ILLEGAL', 'ABUSE', 'SPAM', 'OTHER'],
  'Kies een reden.',
)
export type ReportReason = z.output<typeof ReportReason>

/**
 * OPEN: waits for a decision. DECIDED: there is one, which can still be appealed. APPEALED: waits for the decision on an appeal, which is
 * final. FINAL: that is there.
 */
export const CaseStatus = z.enum(['OPEN', 'DECIDED', 'APPEALED', 'FINAL'])
export type CaseStatus = z.output<typeof CaseStatus>

/** KEEP: the content stays. REMOVE: nobody sees it any more. SUSPEND: the same, and its owner can't use their account. */
export const CaseDecision = z.enum(['KEEP', 'REMOVE', 'SUSPEND'], 'Kies wat er gebeurt.')
export type CaseDecision = z.output<typeof CaseDecision>

/** The ground of a decision: a law, or the shop's terms. */
export const DecisionGround = z.enum(['LAW', 'TERMS'], 'Kies waarop de beslissing rust.')
export type DecisionGround = z.output<typeof DecisionGround>

/** Whether a report takes its creator off the air until it is decided. */
export const takesOffAir = (reason: ReportReason): boolean =>
  reason === 'NOT_ME' || reason === 'NOT_VOLUNTARY'

const ofCreators: ReadonlySet<ContentKind> = new Set(['PROFILE', 'TOY', 'PAGE'])

/** The reasons that one may choose for content of a kind. */
export const reasonsFor = (kind: ContentKind): ReportReason[] =>
  ReportReason.options.filter(reason => !takesOffAir(reason) || ofCreators.has(kind))

/** Characters of an explanation or an appeal. */
export const MAX_REPORT_LENGTH = 1000

const goodFaith = 'Bevestig dat je dit te goeder trouw meldt.'

const reportShape = {
  kind: ContentKind,
  /** The id of the reported content; the address of a PAGE. */
  contentId: requiredText('Vul in waar het staat: het adres van de pagina.', 500),
  reason: ReportReason,
  /** Why (Reg. (EU) 2022/2065, art. 16(2)(a)). */
  text: requiredText('Schrijf wat er mis mee is.', MAX_REPORT_LENGTH),
  /** The reporter's statement that the report is accurate and complete (art. 16(2)(d)). */
  isGoodFaith: z.boolean(goodFaith).refine(Boolean, goodFaith),
  /** A field that people don't see: whoever fills it in is a program. */
  website: optionalSingleLine(200),
}

/** The input that a signed-in user sends: the shop knows who they are. */
export const ReportInput = z.object({
  ...reportShape,
  name: optionalSingleLine(120),
  email: z.string().max(300).nullish(),
})
export type ReportInput = z.output<typeof ReportInput>

/** The name and address of a visitor. */
export const ReportSender = z.object({ name: singleLine('Vul je naam in.', 120), email })

/**
 * Whether a visitor may report without a name and an address: where minors are concerned (art. 16(2)(c)), and for somebody who is forced,
 * whose mail others may read.
 */
export const mayBeAnonymous = (reason: ReportReason): boolean =>
  reason === 'MINOR' || reason === 'NOT_VOLUNTARY'

/** The input of a visitor who is not signed in. */
export const VisitorReportInput = ReportInput.superRefine((report, context) => {
  if (mayBeAnonymous(report.reason) && !report.name && !report.email) return
  const sender = ReportSender.safeParse({ name: report.name ?? '', email: report.email ?? '' })
  for (const { path, message } of sender.error?.issues ?? [])
    context.addIssue({ code: 'custom', path, message })
})

export const reportContent = endpoint('POST /api/content-reports', 'public', {
  summary:
    'Report content as illegal or against the terms (Reg. (EU) 2022/2065, art. 16), signed in or not; what a user reports again is added to their report',
  input: ReportInput,
  /** The reference that the confirmation names too. */
  output: z.object({ reference: z.string() }),
  problems: ['NOT_FOUND'],
})

/** Whether the first decision or that on an appeal, and the statement of its reasons (art. 17). */
export const StatementOfReasons = z.object({
  isOnAppeal: z.boolean(),
  decision: CaseDecision,
  ground: DecisionGround.nullable(),
  /** The article of the law or of the terms. */
  rule: z.string().nullable(),
  reasons: z.string(),
  decidedAt: dateTime,
})
export type StatementOfReasons = z.output<typeof StatementOfReasons>

/** A part of the reported content; a picture is a data URL. */
export const Evidence = z.object({ label: z.string(), text: z.string(), image: z.string().optional() })
export type Evidence = z.output<typeof Evidence>

/** A case as one of its parties follows it: neither learns who the other is. */
export const FollowedCase = z.object({
  party: z.enum(['REPORTER', 'OWNER']),
  /** Of one's own report. */
  reference: z.string().nullable(),
  kind: ContentKind,
  status: CaseStatus,
  /** When it was reported first. */
  createdAt: dateTime,
  /** Until when (exclusive) there is to be a decision; null while none is due. */
  dueAt: dateTime.nullable(),
  /** One's own report. */
  report: z.object({ reason: ReportReason, text: z.string() }).nullable(),
  /** The reported content, for its owner. */
  content: z.array(Evidence),
  decisions: z.array(StatementOfReasons),
  /** One's own appeal. */
  appeal: z.object({ text: z.string(), createdAt: dateTime }).nullable(),
  /** Until when one may appeal; null when one can't, or can't any more. */
  appealUntil: dateTime.nullable(),
})
export type FollowedCase = z.output<typeof FollowedCase>

/** The token of a mailed link. */
const token = z.string().min(1).max(100)

export const openReport = endpoint('POST /api/content-reports/open', 'public', {
  summary: 'The case of a mailed link, as the reporter or whose content it is may see it',
  input: z.object({ token }),
  output: FollowedCase,
  status: 200,
  problems: ['TOKEN_INVALID'],
})

export const AppealText = z.object({
  text: requiredText('Schrijf waarom de beslissing volgens jou niet klopt.', MAX_REPORT_LENGTH),
})

export const appealDecision = endpoint('POST /api/content-reports/appeal', 'public', {
  summary: 'Appeal against the decision of a mailed link, once, within six months; the case is decided again',
  input: z.object({ token, ...AppealText.shape }),
  output: FollowedCase,
  problems: ['TOKEN_INVALID', 'CONFLICT'],
})

/** The page of a mailed link. */
export const FOLLOW_PATH = '/melding'

const CaseMail = z.object({ url: z.string(), shopName: z.string() })

/** A report has come in (art. 16(4)). It does not repeat it, so that nobody can have the shop mail a text to someone else. */
export const reportReceivedMail = mailTemplate(
  'content-report-received',
  CaseMail.extend({ reportId: z.string(), reference: z.string() }),
)

const DecisionMail = CaseMail.extend({
  /** The decision with the reasons, which are read when the mail is rendered. */
  decisionId: z.string(),
  /** The reported content, such as “de beoordeling”. */
  what: z.string(),
  decision: CaseDecision,
  ground: DecisionGround.nullable(),
  rule: z.string().nullable(),
  /** Null when the decision is final. */
  appealUntil: z.iso.datetime().nullable(),
  isOnAppeal: z.boolean(),
})

/** The decision, for a reporter (art. 16(5)). */
export const reportDecidedMail = mailTemplate(
  'content-report-decided',
  DecisionMail.extend({ reportId: z.string(), reference: z.string() }),
)

/** The statement of reasons, to the owner of the content (art. 17). */
export const statementOfReasonsMail = mailTemplate(
  'statement-of-reasons',
  DecisionMail.extend({ caseId: z.string() }),
)
