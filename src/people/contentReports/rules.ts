import { toBrusselsDay } from '../../wire/brusselsTime.ts'
import { dueAfterWorkingDays, workingDaysBetween, workingDaysLeft } from '../../wire/workingDays.ts'
import { type CaseDecision, type CaseStatus, ReportReason, takesOffAir } from './contract.ts'

/** Within how many business days a report is decided: the rule of the card schemes for complaints about adult content. */
export const DECISION_WORKING_DAYS = 7

/** Until when (exclusive) a report or an appeal is decided in time: Belgian business days, in Brussels time. */
export const decisionDueAt = (receivedAt: Date): Date =>
  dueAfterWorkingDays(receivedAt, DECISION_WORKING_DAYS, 'BE')

/** The business days that are left after today; -1 when it is too late. */
export const decisionDaysLeft = (dueAt: Date, now: Date): number => workingDaysLeft(dueAt, now, 'BE')

/** The order of the decisions: 1 where people may be hurt, 2 for content that is reported as illegal, 3 for the rest. */
export const urgencyOf = (reason: ReportReason): number => {
  if (reason === 'MINOR' || reason === 'NON_CONSENSUAL' || takesOffAir(reason)) return 1
  return reason === 'ILLEGAL' ? 2 : 3
}

/** Of two reasons the more urgent one. */
export const moreUrgent = (one: ReportReason, other: ReportReason): ReportReason =>
  ReportReason.options.find(reason => reason === one || reason === other) ?? one

/** Months in which a decision can be appealed (art. 20(1) of Reg. (EU) 2022/2065 names six; a micro-enterprise may choose them). */
export const APPEAL_MONTHS = 6

/** Until when a decision can be appealed; on the last day of a shorter month. */
export function appealUntil(decidedAt: Date): Date {
  const until = new Date(decidedAt)
  until.setUTCMonth(until.getUTCMonth() + APPEAL_MONTHS)
  if (until.getUTCDate() !== decidedAt.getUTCDate()) until.setUTCDate(0)
  return until
}

/** The moves of a case: that on an appeal is final. */
const decidedStatus = { OPEN: 'DECIDED', APPEALED: 'FINAL' } as const

/** The state after a decision; null when there is nothing to decide. */
export const afterDecision = (status: CaseStatus): 'DECIDED' | 'FINAL' | null =>
  status === 'OPEN' || status === 'APPEALED' ? decidedStatus[status] : null

type Party = 'REPORTER' | 'OWNER'

interface AppealableCase {
  status: CaseStatus
  /** The first decision. */
  decision: CaseDecision | null
  decidedAt: Date | null
}

/**
 * The last moment at which a party may appeal; null when it can't. A reporter appeals when content stays, its owner when it was
 * removed. While one of them appeals, others may add their appeals, since the decision on it is final for all.
 */
export function appealDeadline(
  { status, decision, decidedAt }: AppealableCase,
  party: Party,
  now: Date,
): Date | null {
  if (decision === null || decidedAt === null || (status !== 'DECIDED' && status !== 'APPEALED')) return null
  if ((decision === 'KEEP') !== (party === 'REPORTER')) return null
  const until = appealUntil(decidedAt)
  return now < until ? until : null
}

export type ContentChange = 'REMOVE' | 'RESTORE' | null
export type AccountChange = 'SUSPEND' | 'REINSTATE' | null

/** The changes by a decision, given the one that it replaces. */
export function effectsOf(
  decision: CaseDecision,
  before: CaseDecision | null,
): { content: ContentChange; account: AccountChange } {
  const isRemoved = before === 'REMOVE' || before === 'SUSPEND'
  return {
    content: decision === 'KEEP' ? (isRemoved ? 'RESTORE' : null) : isRemoved ? null : 'REMOVE',
    account:
      decision === 'SUSPEND'
        ? before === 'SUSPEND'
          ? null
          : 'SUSPEND'
        : before === 'SUSPEND'
          ? 'REINSTATE'
          : null,
  }
}

/** The recipients of the mail about a decision: the owner of the content when it touches that, reporters when it is new to them. */
export const hearsOfDecision = {
  owner: (decision: CaseDecision, before: CaseDecision | null): boolean =>
    decision !== 'KEEP' || (before !== null && before !== 'KEEP'),
  reporter: (decision: CaseDecision, before: CaseDecision | null, hasAppealed: boolean): boolean =>
    before === null || hasAppealed || decision !== before,
}

export type DeadlineNotice = 'DUE' | 'LATE'

/** The notice for admins about a case that waits: that it is due on the next business day at the latest, or that it is too late. */
export function deadlineNotice(dueAt: Date, now: Date): DeadlineNotice | null {
  if (now >= dueAt) return 'LATE'
  const today = toBrusselsDay(now)
  const last = toBrusselsDay(new Date(dueAt.getTime() - 1))
  return workingDaysBetween(today, last, 'BE') <= 1 ? 'DUE' : null
}

/** The data of cases that ended before this moment are deleted. */
export function keptSince(now: Date, months: number): Date {
  const since = new Date(now)
  since.setUTCMonth(since.getUTCMonth() - months)
  return since
}
