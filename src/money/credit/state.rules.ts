import type { GiftCardState } from './contract.ts'

interface CardDates {
  balanceCents: number
  blockedAt: Date | null
  expiresAt: Date | null
  deliveredAt: Date | null
}

/** The state of a card for its buyer and for admins. It can be spent before its mail was sent, by whoever has its code. */
export function giftCardState(card: CardDates, now: Date): GiftCardState {
  if (card.blockedAt !== null) return 'BLOCKED'
  if (card.expiresAt !== null && card.expiresAt <= now) return 'EXPIRED'
  if (card.balanceCents === 0) return 'SPENT'
  return card.deliveredAt === null ? 'SCHEDULED' : 'ACTIVE'
}
