import { z } from 'zod'
import { endpoint } from '../../wire/endpoint.ts'

/** Cents; below 0 on a day on which more went back than came in. */
const revenue = z.int()

export const readStats = endpoint({
  method: 'GET',
  path: '/api/admin/stats',
  summary: 'The shop in four figures',
  access: 'admin',
  output: z.object({
    /** Accounts that were not closed. */
    totalUsers: z.int(),
    /** Orders placed since midnight in Brussels, paid or not. */
    ordersToday: z.int(),
    /** What was paid minus what went back, of all time. */
    revenue,
    /** Live sessions that have not ended. */
    activeSessions: z.int(),
  }),
})
export type ShopStats = z.output<typeof readStats.output>

export const statsPeriods = [7, 30, 90, 365] as const

export const DailyStats = z.object({
  /** In Brussels. */
  day: z.iso.date(),
  orders: z.int(),
  revenue,
})
export type DailyStats = z.output<typeof DailyStats>

export const listDailyStats = endpoint({
  method: 'GET',
  path: '/api/admin/figures',
  summary: 'Orders placed and money earned on each of the last days, today included, the oldest first',
  access: 'admin',
  input: z.object({
    days: z.coerce
      .number()
      .refine(days => (statsPeriods as readonly number[]).includes(days), 'Kies 7, 30, 90 of 365 dagen.')
      .default(30),
  }),
  output: z.array(DailyStats),
})

/** More are not counted. */
export const MAX_TASK_COUNT = 1000

const taskCount = z.int().max(MAX_TASK_COUNT)

export const readTaskCounts = endpoint({
  method: 'GET',
  path: '/api/admin/chores',
  summary: 'How much waits for a person, a kind at a time; at most 1000 of each are counted',
  access: 'admin',
  output: z.object({
    /** Paid, and not taken up. */
    orders: taskCount,
    /** Withdrawals without an answer. */
    withdrawals: taskCount,
    /** Refunds that the provider refused. */
    refunds: taskCount,
    /** Mails that were given up. */
    mails: taskCount,
    /** Reviews that nobody has looked at. */
    reviews: taskCount,
    /** What does not add up in the books. */
    findings: taskCount,
  }),
})
export type TaskCounts = z.output<typeof readTaskCounts.output>
