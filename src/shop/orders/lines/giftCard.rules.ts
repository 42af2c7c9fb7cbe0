import type { GiftCardDelivery } from '../../../money/credit/contract.ts'
import { toBrusselsDay } from '../../../wire/brusselsTime.ts'
import { shiftDay } from '../../../wire/workingDays.ts'

/** How far ahead the mail of a card can be planned, in days. */
const MAX_DAYS_AHEAD = 366

/**
 * The fields of a checkout that plan a gift card for a day that is over, or too far ahead, with a Dutch message each.
 * @returns null when there are none
 */
export function checkDeliveryDays(
  deliveries: readonly Pick<GiftCardDelivery, 'deliverOn'>[],
  now: Date,
): Record<string, string> | null {
  const today = toBrusselsDay(now)
  const last = shiftDay(today, MAX_DAYS_AHEAD)
  const wrong = deliveries.flatMap(({ deliverOn }, index) =>
    deliverOn !== null && (deliverOn < today || deliverOn > last)
      ? [[`giftCardDeliveries.${index}.deliverOn`, wrongDayMessage] as const]
      : [],
  )
  return wrong.length > 0 ? Object.fromEntries(wrong) : null
}

export const wrongDayMessage = 'Kies een dag van vandaag tot over een jaar.'

/** The delivery that a line of gift cards stores, and its message apart. */
export function giftCardOfLine(productId: string, deliveries: readonly GiftCardDelivery[]) {
  const delivery = deliveries.find(each => each.productId.toLowerCase() === productId)
  if (!delivery) return { giftCard: {}, message: null }
  const { productId: _productId, message, ...giftCard } = delivery
  return { giftCard, message }
}
