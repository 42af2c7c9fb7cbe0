import { z } from 'zod'
import { endpoint } from '../../wire/endpoint.ts'
import { cents } from '../../wire/fields.ts'

/** Cents; negative on a day with more refunds than payments. */
const revenue = z.int()

export const readStats = endpoint('GET /api/admin/stats', 'admin', {
  summary: 'The shop in four figures',
  output: z.object({
    /** Accounts that are not closed. */
    totalUsers: z.int(),
    /** Orders placed since midnight in Brussels, paid or not. */
    ordersToday: z.int(),
    /** Payments minus refunds and chargebacks, of all time; without payments by gift card and store credit. */
    revenue,
    /** The credit that customers can still spend, in cents. */
    creditOwed: z.object({ giftCards: cents, storeCredit: cents }),
    /** Live sessions that have not ended. */
    activeSessions: z.int(),
  }),
})
export type ShopStats = z.output<typeof readStats.output>

export const statsPeriods = [7, 30, 90, 365] as const

export const DailyStats = z.object({
  /** A Brussels day. */
  day: z.iso.date(),
  orders: z.int(),
  revenue,
})
export type DailyStats = z.output<typeof DailyStats>

export const listDailyStats = endpoint('GET /api/admin/figures', 'admin', {
  summary: 'Orders placed and money earned on each of the last days, today included, the oldest first',
  input: z.object({
    days: z.coerce
      .number()
      .refine(days => (statsPeriods as readonly number[]).includes(days), 'Kies 7, 30, 90 of 365 dagen.')
      .default(30),
  }),
  output: z.array(DailyStats),
})

/** Tasks are counted no further. */
export const MAX_TASK_COUNT = 1000

const taskCount = z.int().max(MAX_TASK_COUNT)

export const readTaskCounts = endpoint('GET /api/admin/chores', 'admin', {
  summary: 'How much waits for a person, a kind at a time; at most 1000 of each are counted',
  output: z.object({
    /** Paid, and not in preparation yet. */
    orders: taskCount,
    /** Withdrawals without an answer. */
    withdrawals: taskCount,
    /** Accepted withdrawals of which money is still owed. */
    withdrawalRefunds: taskCount,
    /** Conversations in which a customer waits for an answer. */
    messages: taskCount,
    /** Reported content that waits for a decision. */
    contentReports: taskCount,
    /** Applications of creators that wait for a decision. */
    applications: taskCount,
    /** Creators with texts or pictures that wait for an admin. */
    creatorPages: taskCount,
    /** Refunds that failed. */
    refunds: taskCount,
    /** Mails that failed. */
    mails: taskCount,
    /** Reviews that await moderation. */
    reviews: taskCount,
    /** Findings of the reconciliation. */
    findings: taskCount,
  }),
})
export type TaskCounts = z.output<typeof readTaskCounts.output>
