import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { redirectToPayment } from '../../money/payments/hooks.ts'
import { call, CallError, userMessageOf } from '../../ui/call.ts'
import { toast } from '../../ui/components/toast.ts'
import { type Gift, listGifts, listReceivedGifts, purchaseGift, readGiftPurchase } from './contract.ts'

/** Read anew on every visit: someone else may have given what is wished for once. */
export const giftsQuery = queryOptions({
  queryKey: ['gifts'],
  queryFn: ({ signal }) => call(listGifts, {}, { signal }),
  refetchOnMount: 'always',
})

/** One's own gift, after paying for it. */
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

/** Gives a gift, and goes on to the payment page. */
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
      // It is another one by now: taken, dearer or gone.
      if (error instanceof CallError && (error.status === 409 || error.status === 404))
        await cache.invalidateQueries({ queryKey: giftsQuery.queryKey, exact: true })
    },
  })
}
