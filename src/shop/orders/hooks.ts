import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { redirectToPayment } from '../../money/payments/hooks.ts'
import { apiQuery, toastFailure, useApiMutation } from '../../ui/hooks.ts'
import { cancelOrder, listOrders, payAgain, readOrder } from './contract.ts'

export const ordersQuery = apiQuery(['orders'], listOrders, {})

export const orderQuery = (orderId: string) => apiQuery(['orders', orderId], readOrder, { orderId })

const UNPAID_POLL_MS = 5000
/** For ten minutes: most banks say so in one, and a transfer takes days. */
const MAX_POLLS = 120

/** An order, which is asked for again while it is unpaid: the bank can be slower than the way back from it. */
export const useOrder = (orderId: string) =>
  useSuspenseQuery({
    ...orderQuery(orderId),
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      data?.status === 'PENDING' && dataUpdateCount < MAX_POLLS && UNPAID_POLL_MS,
  })

/** Creates a new payment for an unpaid order, and goes to the payment page. */
export function usePayAgain(orderId: string) {
  const cache = useQueryClient()
  const mutationKey = ['orders', orderId, 'pay']
  const { mutate, isPending, isSuccess } = useApiMutation(payAgain, {
    mutationKey,
    onSuccess: ({ paymentUrl }) => redirectToPayment(paymentUrl),
    onError: error => {
      toastFailure('Betaling kon niet worden gestart', error)
      // The order may have been paid or cancelled elsewhere: refetches it and the lists.
      void cache.invalidateQueries({ queryKey: ordersQuery.queryKey })
    },
  })
  const pay = () => {
    // A second quick click arrives before the button is disabled.
    if (cache.isMutating({ mutationKey }) === 0) mutate({ orderId })
  }
  return { pay, busy: isPending || isSuccess }
}

/** Cancels a paid order. After a refusal the order is refetched, because something happened to it elsewhere. */
export function useCancelOrder(orderId: string) {
  const cache = useQueryClient()
  return useApiMutation(cancelOrder, {
    onSuccess: order => cache.setQueryData(orderQuery(orderId).queryKey, order),
    alwaysInvalidates: [ordersQuery.queryKey],
    done: { title: 'Bestelling geannuleerd', description: 'Je krijgt er een mail over.' },
    failed: 'Annuleren lukte niet',
  })
}
