import { sql } from 'drizzle-orm'
import {
  cancelGiftCards,
  createGiftCards,
  findCardsOfLines,
  type NewGiftCard,
} from '../../money/credit/giftCards.service.ts'
import { sendNewGiftCards } from '../../money/credit/send.service.ts'
import { contactEmail } from '../../people/accounts/guest.service.ts'
import { users } from '../../people/accounts/table.ts'
import type { Db, Tx } from '../../platform/db.ts'
import type { Platform } from '../../platform/platform.ts'
import { queryRow, queryRows } from '../../platform/sql.ts'
import { decryptLineMessages } from './orderText.service.ts'
import type { OrderRow } from './service.ts'
import { type GiftCardLine, orderItems } from './table.ts'

/** A line of gift cards, as far as they are made from it. */
export interface LineOfCards {
  id: string
  /** Pieces that were not refunded. */
  quantity: number
  pricePerItem: number
  giftCard: GiftCardLine | null
  giftMessage: string | null
  giftMessageEncrypted: string | null
  giftMessageKeyId: number | null
}

/**
 * Makes the gift cards of a paid order, one for each piece that has none, and sends those that are due. In the transaction that marks it
 * as paid: the cards are there when it is.
 * @returns the ids of the lines
 */
export async function issueGiftCards(
  tx: Tx,
  platform: Platform,
  order: Pick<OrderRow, 'id' | 'userId'>,
  lines: readonly LineOfCards[],
): Promise<Set<string>> {
  const due = lines.filter(
    ({ giftCard, quantity, pricePerItem }) => giftCard && quantity > 0 && pricePerItem > 0,
  )
  if (due.length === 0) return new Set()
  const readable = await decryptLineMessages({ db: tx, dataCipher: platform.dataCipher }, due)
  const earlier = await findCardsOfLines(
    tx,
    due.map(({ id }) => id),
  )
  const { email } = await queryRow<{ email: string }>(
    tx,
    sql`select ${contactEmail} as email from ${users} where ${users.id} = ${order.userId}::uuid`,
  )
  const wanted = readable.flatMap(
    ({ id: orderItemId, quantity, pricePerItem: valueCents, giftCard, giftMessage }): NewGiftCard[] => {
      const pieces = earlier.filter(card => card.orderItemId === orderItemId)
      const valid = pieces.filter(({ isCancelled }) => !isCancelled).length
      const last = Math.max(0, ...pieces.map(({ piece }) => piece ?? 0))
      return Array.from({ length: Math.max(0, quantity - valid) }, (_, index) => ({
        // That of a line of before is in its delivery.
        message: giftMessage,
        ...giftCard,
        recipientEmail: giftCard?.recipientEmail ?? email,
        valueCents,
        orderItemId,
        piece: last + index + 1,
      }))
    },
  )
  await sendNewGiftCards(tx, platform, await createGiftCards(tx, platform, wanted))
  return new Set(due.map(({ id }) => id))
}

/** The ids of an order's lines of gift cards. */
export async function listGiftCardLines(db: Db, orderId: string): Promise<string[]> {
  const lines = await queryRows<{ id: string }>(
    db,
    sql`select id from ${orderItems} where order_id = ${orderId}::uuid and gift_card is not null order by id`,
  )
  return lines.map(({ id }) => id)
}

/** Cancels all cards of an order that is cancelled, after everything else was locked. @throws Problem GIFT_CARD_USED */
export async function cancelOrderGiftCards(
  tx: Tx,
  { now }: Pick<Platform, 'now'>,
  orderId: string,
): Promise<void> {
  const lines = await listGiftCardLines(tx, orderId)
  await cancelGiftCards(
    tx,
    lines.map(itemId => ({ itemId, quantity: 0, isWhole: true })),
    now(),
  )
}
