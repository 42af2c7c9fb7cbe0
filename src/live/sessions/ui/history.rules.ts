import type { PastSession } from '../contract.ts'

/** The totals of all sessions: their number, minutes, and cost in cents. */
export const sumSessionTotals = (sessions: Pick<PastSession, 'minutesPurchased' | 'cost'>[]) => ({
  count: sessions.length,
  minutes: sessions.reduce((sum, { minutesPurchased }) => sum + minutesPurchased, 0),
  cost: sessions.reduce((sum, { cost }) => sum + cost, 0),
})
