import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { redirectToPayment } from '../../money/payments/hooks.ts'
import { call, userMessageOf } from '../../ui/call.ts'
import { toast } from '../../ui/components/toast.ts'
import { listOrders, payAgain, readOrder } from './contract.ts'

export const ordersQuery = queryOptions({
  queryKey: ['orders'],
  queryFn: ({ signal }) => call(listOrders, {}, { signal }),
})

export const orderQuery = (orderId: string) =>
  queryOptions({
    queryKey: ['orders', orderId],
    queryFn: ({ signal }) => call(readOrder, { orderId }, { signal }),
  })

/** Creates a new payment for an unpaid order, and goes to the payment page. */
export function usePayAgain(orderId: string) {
  const cache = useQueryClient()
  const mutationKey = ['orders', orderId, 'pay']
  const { mutate, isPending, isSuccess } = useMutation({
    mutationKey,
    mutationFn: () => call(payAgain, { orderId }),
    onSuccess: ({ paymentUrl }) => redirectToPayment(paymentUrl),
    onError: error => {
      toast({
        title: 'Betaling kon niet worden gestart',
        description: userMessageOf(error),
        variant: 'destructive',
      })
      // The order may have been paid or cancelled elsewhere: refetches it and the lists.
      void cache.invalidateQueries({ queryKey: ordersQuery.queryKey })
    },
  })
  const pay = () => {
    // A second quick click arrives before the button is disabled.
    if (cache.isMutating({ mutationKey }) === 0) mutate()
  }
  return { pay, busy: isPending || isSuccess }
}
