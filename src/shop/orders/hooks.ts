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

/** Makes a fresh payment for an order that waits for one, and goes on to the payment page. */
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
      // It may have been paid or given up elsewhere: what is shown of it, here and in lists, is read anew.
      void cache.invalidateQueries({ queryKey: ordersQuery.queryKey })
    },
  })
  const pay = () => {
    // The second of two quick clicks comes before the button shows that it is busy.
    if (cache.isMutating({ mutationKey }) === 0) mutate()
  }
  return { pay, busy: isPending || isSuccess }
}
