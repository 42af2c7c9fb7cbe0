import type { z } from 'zod'
import type { BoughtGiftCard } from '../../../money/credit/contract.ts'
import { findCardsOfLines } from '../../../money/credit/giftCards/service.ts'
import { giftCardState } from '../../../money/credit/state.rules.ts'
import type { Db } from '../../../platform/db/db.ts'

type BoughtGiftCardData = z.input<typeof BoughtGiftCard>

/** The gift cards of an order's lines, by line, as their buyer sees them. Only of lines of gift cards. */
async function findBoughtGiftCards(
  db: Db,
  itemIds: readonly string[],
  now: Date,
): Promise<Map<string, BoughtGiftCardData[]>> {
  const byLine = new Map<string, BoughtGiftCardData[]>(itemIds.map(id => [id, []]))
  if (itemIds.length === 0) return byLine
  for (const card of await findCardsOfLines(db, itemIds)) {
    const { id, lastFour, initialCents: value, recipientEmail, deliverOn, deliveredAt } = card
    byLine.get(card.orderItemId ?? '')?.push({
      id,
      lastFour: lastFour ?? '',
      value,
      recipientEmail,
      deliverOn: deliverOn ?? '',
      deliveredAt,
      state: giftCardState(card, now),
    })
  }
  return byLine
}

/** The lines with the cards of those that are gift cards; no statement without any. */
export async function addGiftCards<Item extends { id: string; isGiftCard: boolean }>(
  db: Db,
  items: Item[],
  now: Date,
): Promise<(Item & { giftCards?: BoughtGiftCardData[] })[]> {
  const cards = await findBoughtGiftCards(
    db,
    items.filter(({ isGiftCard }) => isGiftCard).map(({ id }) => id),
    now,
  )
  return items.map(item => {
    const giftCards = cards.get(item.id)
    return giftCards ? { ...item, giftCards } : item
  })
}
