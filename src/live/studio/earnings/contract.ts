import { z } from 'zod'
import { EarningSource, EarningTerms } from '../../../money/earnings/contract.ts'
import { objectionFields } from '../../../money/objections/contract.ts'
import { endpoint } from '../../../wire/endpoint.ts'
import { cents, dateTime, day, id, pageFields } from '../../../wire/fields.ts'
import { StoppedBy } from '../../sessions/contract.ts'

export const EARNINGS_PAGE_SIZE = 20

/** A session or a gift of which a creator has a share; nothing in it says whose it was. */
export const EarningLine = z.object({
  /** Of the session, or of the purchase of the gift. */
  id,
  source: EarningSource,
  at: dateTime,
  /** The toy, or the gift. */
  name: z.string(),
  /** 0 for a gift. */
  minutes: z.int(),
  /** Cents that were paid, incl. VAT; 0 for minutes that the shop gave. */
  grossCents: cents,
  /** Cents that were shared. */
  baseCents: cents,
  /** Hundredths of a percent. */
  basisPoints: z.int(),
  /** Cents of the creator, without those that were taken back. */
  cents: z.int(),
  /** Cents that were taken back, because the payment was. */
  takenBackCents: cents,
  /** From when all of it may be paid out. */
  payableAt: dateTime,
  /** Null for a gift, and while the session lives. */
  endedAt: dateTime.nullable(),
  endedBy: StoppedBy.nullable(),
  /** The level that the toy was capped at when it began, 1–20; null where that was not kept. No level of the session is kept anywhere. */
  cap: z.int().nullable(),
  ...objectionFields,
})
export type EarningLine = z.output<typeof EarningLine>

export const Earnings = EarningTerms.extend({
  /** Cents: all that is not paid out yet, and the part of it that may be. */
  balanceCents: cents,
  payableCents: cents,
  /** Signed cents that came today and this week, which begins on Monday in Brussels. */
  todayCents: z.int(),
  weekCents: z.int(),
  /** The Monday of this week. */
  week: z.iso.date(),
  /** Cents that become payable, by day in Brussels, on the next days only. */
  upcoming: z.array(z.object({ day: z.iso.date(), cents: z.int() })),
  /** By quarter in Brussels, the newest first: cents that she earned, and sessions and gifts. */
  quarters: z.array(z.object({ year: z.int(), quarter: z.int(), earnedCents: z.int(), activities: z.int() })),
  /** The newest first. */
  lines: z.array(EarningLine),
  total: z.int(),
})
export type Earnings = z.output<typeof Earnings>

export const readEarnings = endpoint('GET /api/studio/earnings', 'model', {
  summary:
    "A creator's own earnings: today, this week, from when they are payable, and each session and gift",
  input: z.object({ page: pageFields(EARNINGS_PAGE_SIZE).page }),
  output: Earnings,
})

export const readSessionReceipt = endpoint('GET /api/studio/earnings/receipt/:sessionId', 'model', {
  summary: 'The receipt of a session on a toy of one’s own',
  input: z.object({ sessionId: id }),
  output: EarningLine,
  problems: ['NOT_FOUND'],
})

const week = day.refine(text => text >= '2020-01-01' && text < '2100-01-01', 'Kies een week vanaf 2020.')

export const downloadEarningStatement = endpoint('GET /api/studio/earnings/statement.csv', 'model', {
  summary: "A creator's own entries of a week as CSV, with the place in their chain of hashes",
  /** Any day of the week. */
  input: z.object({ week }),
  output: z.null(),
  sends: 'text/csv',
})

export const readEarningsDue = endpoint('GET /api/account/earnings-due', 'customer', {
  summary: 'One’s own earnings that are not paid out, with the reasons, which also hold an account open',
  /** In words; null when nothing is to come. */
  output: z.object({ text: z.string().nullable() }),
})

export const downloadEarningStatementPdf = endpoint('GET /api/studio/earnings/statement.pdf', 'model', {
  summary: "A creator's own entries of a week as PDF, with the head of their chain of hashes",
  /** Any day of the week. */
  input: z.object({ week }),
  output: z.null(),
  sends: 'application/pdf',
})
