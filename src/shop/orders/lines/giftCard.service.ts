import { sql } from 'drizzle-orm'
import {
  blockCardsOfLines,
  cancelGiftCards,
  createGiftCards,
  findCardsOfLines,
  type NewGiftCard,
  voidGiftCards,
} from '../../../money/credit/giftCards/service.ts'
import { sendNewGiftCards } from '../../../money/credit/giftCards/send.service.ts'
import { contactEmail } from '../../../people/accounts/guest.service.ts'
import { users } from '../../../people/accounts/table.ts'
import type { Tx } from '../../../platform/db/db.ts'
import type { Platform } from '../../../platform/platform.ts'
import { queryRow } from '../../../platform/db/sql.ts'
import { Problem } from '../../../wire/problem.ts'
import { decryptLineMessages } from '../orderText.service.ts'
import { checkDeliveryDays, giftCardOfLine } from './giftCard.rules.ts'
import { goods } from './goods.service.ts'
import type { LineKind, OrderHeader, OrderLine } from './kind.service.ts'

/** Gift cards are made with their payment, one for each piece, and mailed at once or on their day. */
export const giftCard: LineKind = {
  ...goods,
  includes: line => line.giftCard !== null,
  store(held, { giftCardDeliveries = [] }, now) {
    const fields = checkDeliveryDays(giftCardDeliveries, now)
    if (fields) throw new Problem('INVALID_INPUT', { fields })
    return held
      .filter(({ isGiftCard }) => isGiftCard)
      .map(({ id }) => [id, { digital: true, ...giftCardOfLine(id, giftCardDeliveries) }])
  },
  deliver: issueGiftCards,
  isAccount: true,
  async takeBack(tx, lines, { now, isGone }) {
    const cards = lines.map(({ id: itemId, returned: quantity, isWhole }) => ({ itemId, quantity, isWhole }))
    await (isGone ? voidGiftCards(tx, cards, now) : cancelGiftCards(tx, cards, now))
    return []
  },
  block: blockCardsOfLines,
}

/**
 * Makes the gift cards of a paid order, one for each piece that has none, and sends those that are due. In the transaction that marks it
 * as paid: the cards are there when it is.
 * @returns the ids of the lines
 */
async function issueGiftCards(
  tx: Tx,
  platform: Platform,
  order: OrderHeader,
  lines: OrderLine[],
): Promise<Set<string>> {
  const due = lines
    .map(line => ({ ...line, quantity: line.quantity - line.refundedQuantity }))
    .filter(({ quantity, pricePerItem }) => quantity > 0 && pricePerItem > 0)
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
    ({
      id: orderItemId,
      quantity,
      pricePerItem: valueCents,
      giftCard: wishes,
      giftMessage,
    }): NewGiftCard[] => {
      const pieces = earlier.filter(card => card.orderItemId === orderItemId)
      const valid = pieces.filter(({ isCancelled }) => !isCancelled).length
      const last = Math.max(0, ...pieces.map(({ piece }) => piece ?? 0))
      return Array.from({ length: Math.max(0, quantity - valid) }, (_, index) => ({
        ...wishes,
        message: giftMessage,
        recipientEmail: wishes?.recipientEmail ?? email,
        valueCents,
        orderItemId,
        piece: last + index + 1,
      }))
    },
  )
  await sendNewGiftCards(tx, platform, await createGiftCards(tx, platform, wanted))
  return new Set(due.map(({ id }) => id))
}
