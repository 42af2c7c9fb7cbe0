import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { invoicesQuery } from '../../money/invoices/hooks.ts'
import { redirectToPayment } from '../../money/payments/hooks.ts'
import { apiQuery, toastFailure, useApiMutation } from '../../ui/call/hooks.ts'
import { cancelOrder, listOrders, type Order, payAgain, readOrder } from './contract.ts'
import { canPay } from './status.rules.ts'

export const ordersQuery = apiQuery(['orders'], listOrders, {})

export const orderQuery = (orderId: string) => apiQuery(['orders', orderId], readOrder, { orderId })

const UNPAID_POLL_MS = 5000
/** Most banks say within a minute that an order was paid; a transfer takes days, and is looked at with the next page load. */
const POLL_FOR_MS = 10 * 60_000

/** @returns the interval while a payment is waited for, in the first ten minutes of the component; then false */
export function usePaymentPolling(intervalMs: number): (isWaiting: boolean) => number | false {
  const [openedAt] = useState(() => performance.now())
  return isWaiting => isWaiting && performance.now() - openedAt < POLL_FOR_MS && intervalMs
}

/** An order, which is asked for again while it is unpaid: the bank can be slower than the way back from it. */
export function useOrder(orderId: string): Order {
  const cache = useQueryClient()
  const polling = usePaymentPolling(UNPAID_POLL_MS)
  const { data: order } = useSuspenseQuery({
    ...orderQuery(orderId),
    refetchInterval: ({ state: { data } }) => polling(data !== undefined && canPay(data)),
  })
  const isUnpaid = canPay(order)
  const wasUnpaid = useRef(isUnpaid)
  useEffect(() => {
    // The lists of orders, the notice of an unpaid one, and the invoices beside it.
    if (wasUnpaid.current && !isUnpaid)
      for (const { queryKey } of [ordersQuery, invoicesQuery(orderId)])
        void cache.invalidateQueries({ queryKey })
    wasUnpaid.current = isUnpaid
  }, [cache, isUnpaid, orderId])
  return order
}

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
