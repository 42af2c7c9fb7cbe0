import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { redirectToPayment } from '../../money/payments/hooks.ts'
import { call, CallError, userMessageOf } from '../../ui/call.ts'
import { toast } from '../../ui/components/toast.ts'
import { type Gift, listGifts, listReceivedGifts, purchaseGift, readGiftPurchase } from './contract.ts'

/** Refetched on every visit: a single gift may have been given meanwhile. */
export const giftsQuery = queryOptions({
  queryKey: ['gifts'],
  queryFn: ({ signal }) => call(listGifts, {}, { signal }),
  refetchOnMount: 'always',
})

/** The user's own gift purchase, after paying for it. */
export const giftPurchaseQuery = (purchaseId: string) =>
  queryOptions({
    queryKey: ['gifts', 'purchase', purchaseId],
    queryFn: ({ signal }) => call(readGiftPurchase, { purchaseId }, { signal }),
    retry: false,
  })

export const receivedGiftsQuery = queryOptions({
  queryKey: ['gifts', 'received'],
  queryFn: ({ signal }) => call(listReceivedGifts, {}, { signal }),
  refetchOnMount: 'always',
})

interface GiftPurchaseRequest {
  gift: Gift
  isAnonymous: boolean
  buyerName: string | null
  idempotencyKey: string
}

/** Buys a gift, and opens the payment page. */
export const usePurchaseGift = () => {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ gift, isAnonymous, buyerName, idempotencyKey }: GiftPurchaseRequest) =>
      call(
        purchaseGift,
        { giftId: gift.id, isAnonymous, buyerName, expectedPrice: gift.price },
        { idempotencyKey },
      ),
    onSuccess: ({ paymentUrl }) => redirectToPayment(paymentUrl),
    onError: async error => {
      toast({ title: 'Cadeau geven mislukt', description: userMessageOf(error), variant: 'destructive' })
      // The gift has changed: given, at another price, or removed.
      if (error instanceof CallError && (error.status === 409 || error.status === 404))
        await cache.invalidateQueries({ queryKey: giftsQuery.queryKey, exact: true })
    },
  })
}
