import { useQueryClient } from '@tanstack/react-query'
import { redirectToPayment } from '../../money/payments/hooks.ts'
import type { BusinessDetails } from '../../money/vat/number.contract.ts'
import { call, CallError } from '../../ui/call/call.ts'
import { apiQuery, toastFailure, useApiMutation } from '../../ui/call/hooks.ts'
import { type Gift, listGifts, listReceivedGifts, purchaseGift, readGiftPurchase } from './contract.ts'

/** Refetched on every visit: a single gift may have been given meanwhile. */
export const giftsQuery = apiQuery(['gifts'], listGifts, {}, { refetchOnMount: 'always' })

/** The gifts at the prices of a business. */
export const businessGiftsQuery = (vatNumber: string) =>
  apiQuery(['gifts', 'business', vatNumber], listGifts, { vatNumber }, { staleTime: 0 })

/** The user's own gift purchase, after paying for it. */
export const giftPurchaseQuery = (purchaseId: string) =>
  apiQuery(['gifts', 'purchase', purchaseId], readGiftPurchase, { purchaseId }, { retry: false })

export const receivedGiftsQuery = apiQuery(
  ['gifts', 'received'],
  listReceivedGifts,
  {},
  { refetchOnMount: 'always' },
)

interface GiftPurchaseRequest {
  gift: Gift
  isAnonymous: boolean
  buyerName: string | null
  /** Where the buyer says to live, when that was asked. */
  statedCountry?: string
  business?: BusinessDetails
  idempotencyKey: string
}

/** Buys a gift, and opens the payment page. */
export const usePurchaseGift = () => {
  const cache = useQueryClient()
  return useApiMutation(
    ({ gift, idempotencyKey, ...choice }: GiftPurchaseRequest) =>
      call(purchaseGift, { giftId: gift.id, expectedPrice: gift.price, ...choice }, { idempotencyKey }),
    {
      onSuccess: ({ paymentUrl }) => redirectToPayment(paymentUrl),
      onError: async error => {
        toastFailure('Cadeau geven mislukt', error)
        // The gift has changed: given, at another price, or removed.
        if (error instanceof CallError && (error.status === 409 || error.status === 404))
          await cache.invalidateQueries({ queryKey: giftsQuery.queryKey, exact: true })
      },
    },
  )
}
