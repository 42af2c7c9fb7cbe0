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
export type Stats = z.output<typeof readStats.output>

export const spans = [7, 30, 90, 365] as const

export const DayFigures = z.object({
  /** In Brussels. */
  day: z.iso.date(),
  orders: z.int(),
  revenue,
})
export type DayFigures = z.output<typeof DayFigures>

export const listDays = endpoint({
  method: 'GET',
  path: '/api/admin/figures',
  summary: 'Orders placed and money earned on each of the last days, today included, the oldest first',
  access: 'admin',
  input: z.object({
    days: z.coerce
      .number()
      .refine(days => (spans as readonly number[]).includes(days), 'Kies 7, 30, 90 of 365 dagen.')
      .default(30),
  }),
  output: z.array(DayFigures),
})

/** More are not counted. */
export const MOST_CHORES = 1000

const chore = z.int().max(MOST_CHORES)

export const listChores = endpoint({
  method: 'GET',
  path: '/api/admin/chores',
  summary: 'How much waits for a person, a kind at a time; at most 1000 of each are counted',
  access: 'admin',
  output: z.object({
    /** Paid, and not taken up. */
    orders: chore,
    /** Withdrawals without an answer. */
    withdrawals: chore,
    /** Refunds that the provider refused. */
    refunds: chore,
    /** Mails that were given up. */
    mails: chore,
    /** Reviews that nobody has looked at. */
    reviews: chore,
    /** What does not add up in the books. */
    findings: chore,
  }),
})
export type Chores = z.output<typeof listChores.output>
