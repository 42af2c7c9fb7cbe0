import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { orderQuery, usePaymentPolling } from '../../shop/orders/hooks.ts'
import { CallError } from '../../ui/call/call.ts'
import { hasConsent, useConsent } from '../../ui/visitor/consent.ts'
import { trackEvent } from '../../ui/visitor/trackEvent.ts'
import { forgetUnpaidOrder, useUnpaidOrder } from './unpaidOrder.ts'

const POLL_MS = 15_000

/** Counts an order as paid for the statistics, once, as soon as it is: at the return from the payment page or later. */
export function UnpaidOrderTracker({ isLoggedIn }: { isLoggedIn: boolean }) {
  const orderId = useUnpaidOrder()
  const isAllowed = useConsent() && hasConsent('analytics')
  const polling = usePaymentPolling(POLL_MS)
  const { data: order, error } = useQuery({
    ...orderQuery(orderId ?? ''),
    enabled: orderId !== null && isLoggedIn && isAllowed === true,
    refetchInterval: () => polling(true),
  })
  const isSomeoneElses = error instanceof CallError && error.code === 'NOT_FOUND'
  const isOver = isAllowed === false || isSomeoneElses || order?.status === 'CANCELLED'
  const isPaid = Boolean(order?.paidAt)
  useEffect(() => {
    if (orderId === null || !(isPaid || isOver)) return
    forgetUnpaidOrder()
    if (isPaid && !isOver) trackEvent({ category: 'order', action: 'paid' })
  }, [orderId, isPaid, isOver])
  return null
}
