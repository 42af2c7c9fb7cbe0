import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { CartItem } from '../cart/contract.ts'
import { cartQuery } from '../cart/hooks.ts'
import { productsQueryKey } from '../catalog/hooks.ts'
import type { Order } from '../orders/contract.ts'
import { orderQuery, ordersQuery } from '../orders/hooks.ts'
import { redirectToPayment } from '../../money/payments/hooks.ts'
import { call, CallError } from '../../ui/call.ts'
import { trackEvent } from '../../ui/trackEvent.ts'
import { shopQuery } from '../../money/settings/shop.hooks.ts'
import { toast } from '../../ui/components/toast.ts'
import type { InputOf } from '../../wire/endpoint.ts'
import { checkout } from './contract.ts'
import type { useCheckoutDraft } from './draft.hooks.ts'
import { resumeActionByStatus, checkoutIdempotencyKey, isUnpaidOrderOfCart } from './steps.rules.ts'

type CheckoutRequest = InputOf<typeof checkout>
type DraftControls = ReturnType<typeof useCheckoutDraft>

interface PlaceOrderVariables {
  basket: CheckoutRequest
  lines: CartItem[]
  /** Cents, as shown to the customer. */
  trackingPrice: number
}

/**
 * Places the order and goes to the payment page.
 * @param onDone called when nothing is due
 */
export function usePlaceOrder({ change, restart }: DraftControls, onDone: () => void) {
  const cache = useQueryClient()
  const refresh = (...keys: (readonly unknown[])[]) =>
    Promise.all(keys.map(queryKey => cache.invalidateQueries({ queryKey })))
  const { mutate, ...order } = useMutation({
    mutationFn: async ({ basket, lines }: PlaceOrderVariables) => {
      const orders = await cache.fetchQuery({ ...ordersQuery, staleTime: 0 })
      return call(checkout, basket, { idempotencyKey: checkoutIdempotencyKey(basket, lines, orders) })
    },
    onSuccess: async ({ orderId, paymentUrl }) => {
      change({ orderId })
      trackEvent({ category: 'checkout', action: 'order' })
      if (paymentUrl !== undefined) return redirectToPayment(paymentUrl)
      restart()
      onDone()
      toast({ title: 'Bestelling geplaatst' })
      await refresh(cartQuery.queryKey, ordersQuery.queryKey, productsQueryKey)
    },
    onError: async error => {
      const description =
        error instanceof CallError ? error.reason : 'Er is een fout opgetreden tijdens checkout'
      toast({ title: 'Checkout mislukt', description, variant: 'destructive' })
      await refresh(cartQuery.queryKey, productsQueryKey, shopQuery.queryKey)
    },
  })
  const place = (basket: CheckoutRequest, lines: CartItem[], trackingPrice: number) =>
    mutate({ basket, lines, trackingPrice })
  return { ...order, place }
}

/** Refetches the tracking price and notices when the checkout starts. */
export function useRefetchShop(): void {
  const cache = useQueryClient()
  useEffect(() => void cache.invalidateQueries({ queryKey: shopQuery.queryKey }), [cache])
}

/**
 * Checks the order that was placed here before, when the customer returns to the checkout.
 * @returns true while checking
 */
export function usePreviousOrder({ draft, change, restart }: DraftControls): boolean {
  const [orderId] = useState(draft.orderId)
  const earlier = useQuery({ ...orderQuery(orderId ?? ''), enabled: orderId !== null, staleTime: 0 })
  const status = earlier.isFetching ? undefined : earlier.data?.status
  useEffect(() => {
    if (!status) return
    if (resumeActionByStatus[status] === 'retry') change({ orderId: null })
    if (resumeActionByStatus[status] === 'restart') restart()
  }, [status, change, restart])
  return orderId !== null && earlier.isFetching
}

/** The newest unpaid order that contains a product of the cart. */
export function useUnpaidOrder(lines: CartItem[]): Order | null {
  const { data: orders = [] } = useQuery({ ...ordersQuery, enabled: lines.length > 0, staleTime: 10_000 })
  const id = orders.find(({ status }) => status === 'PENDING')?.id
  const { data: order } = useQuery({ ...orderQuery(id ?? ''), enabled: id !== undefined })
  return order && id === order.id && isUnpaidOrderOfCart(lines, order) ? order : null
}
