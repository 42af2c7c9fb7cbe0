import type { PastSession } from '../contract.ts'

/** What all sessions come to: how many, their minutes, and their cost in cents. */
export const sumSessionTotals = (sessions: Pick<PastSession, 'minutesPurchased' | 'cost'>[]) => ({
  count: sessions.length,
  minutes: sessions.reduce((sum, { minutesPurchased }) => sum + minutesPurchased, 0),
  cost: sessions.reduce((sum, { cost }) => sum + cost, 0),
})
