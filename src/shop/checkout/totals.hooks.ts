import { useMemo } from 'react'
import { useCreditChoice } from '../../money/credit/choice.hooks.ts'
import { useShop } from '../../ui/page/boot.ts'
import type { CartItem } from '../cart/contract.ts'
import { refuseDestination } from '../shipping/destination.rules.ts'
import { giftCardIdsOf } from './giftCards.rules.ts'
import { usePromotionCodes, useQuote } from './quote.hooks.ts'
import { calculateCheckoutTotals, type CheckoutTotals } from './steps.rules.ts'

interface TotalsChoice {
  hasTracking: boolean
  /** Where it goes; undefined when nothing is sent. */
  country: string | undefined
  /** Of a business. */
  vatNumber: string | undefined
}

/** The amounts to pay: as the server counts it, or without promotions until it has. */
export function useTotals(
  userId: string,
  lines: CartItem[],
  { hasTracking, country, vatNumber }: TotalsChoice,
) {
  const { trackingCost: listPrice, shippingPricing, shipsTo } = useShop()
  const { codes, remove } = usePromotionCodes(userId)
  const { choice: credit, clear: clearCredit } = useCreditChoice(userId)
  const { quote, isCurrent, isFetching, isError } = useQuote(
    userId,
    lines,
    codes,
    hasTracking,
    credit,
    country,
    vatNumber,
  )
  const due: CheckoutTotals = quote
    ? { ...quote, tracking: quote.trackingCost, shipping: quote.shippingCost }
    : calculateCheckoutTotals(lines, hasTracking, listPrice, shippingPricing === 'FREE')
  return {
    codes,
    removeCodes: remove,
    refused: quote?.refused ?? [],
    credit,
    clearCredit,
    storeCredit: quote?.storeCredit ?? 0,
    refusedCards: quote?.refusedCards ?? [],
    giftCardIds: useMemo(() => giftCardIdsOf(quote), [quote]),
    /** Whether it is known which lines are gift cards, as far as it can be. */
    isSorted: quote !== undefined || isError,
    due,
    isReverseCharged: quote?.isReverseCharged === true,
    /** Each, in cents. */
    priceOf: ({ productId, product }: CartItem) =>
      quote?.lines.find(line => line.productId === productId)?.price ?? product.price,
    /** Why nothing is shipped to the chosen address; null when it is. */
    shippingRefusal:
      country === undefined ? null : (refuseDestination(country, shipsTo) ?? quote?.shippingRefusal ?? null),
    paymentRefusal: quote?.paymentRefusal,
    trackingPrice: quote?.trackingPrice ?? listPrice,
    /** The amount on the screen is not that of this cart yet. */
    isCounting: isFetching && !isCurrent,
  }
}
