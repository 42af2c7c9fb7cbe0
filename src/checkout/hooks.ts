import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { CartItem } from '../cart/contract.ts'
import { cartQuery } from '../cart/hooks.ts'
import { productsKey } from '../catalog/hooks.ts'
import { orderQuery, ordersQuery } from '../orders/hooks.ts'
import { goToPayment } from '../payments/hooks.ts'
import { call, CallError } from '../web/call.ts'
import { freshKey } from '../web/intention.ts'
import { toast } from '../web/ui/toast.ts'
import type { InputOf } from '../wire/endpoint.ts'
import { checkout } from './contract.ts'
import type { Draft } from './draft.hooks.ts'
import { afterOrder, type Attempt, attemptFor } from './steps.rules.ts'

type Basket = InputOf<typeof checkout>

interface Drafting {
  draft: Draft
  change: (part: Partial<Draft>) => void
  restart: () => void
}

/**
 * Orders what is in the basket, and goes on to the payment page.
 * @param onDone when there is nothing to pay
 */
export function usePlaceOrder({ draft, change, restart }: Drafting, onDone: () => void) {
  const cache = useQueryClient()
  const refresh = (...keys: (readonly unknown[])[]) =>
    Promise.all(keys.map(queryKey => cache.invalidateQueries({ queryKey })))
  const { mutate, ...order } = useMutation({
    mutationFn: ({ basket, attempt }: { basket: Basket; attempt: Attempt; lines: CartItem[] }) =>
      call(checkout, basket, { idempotencyKey: attempt.key }),
    onSuccess: async ({ orderId, paymentUrl }, { attempt }) => {
      change({ attempt: { ...attempt, orderId } })
      if (paymentUrl !== undefined) return goToPayment(paymentUrl)
      restart()
      onDone()
      toast({ title: 'Bestelling geplaatst' })
      await refresh(cartQuery.queryKey, ordersQuery.queryKey, productsKey)
    },
    onError: async error => {
      const description =
        error instanceof CallError ? error.reason : 'Er is een fout opgetreden tijdens checkout'
      toast({ title: 'Checkout mislukt', description, variant: 'destructive' })
      await refresh(cartQuery.queryKey, productsKey)
    },
  })
  const place = (basket: Basket, lines: CartItem[]) => {
    const attempt = attemptFor(basket, draft.attempt, freshKey())
    // Kept before it is sent: after a reload in between, the same basket is still the same intention.
    change({ attempt })
    mutate({ basket, attempt, lines })
  }
  return { ...order, place }
}

/**
 * What became of an order that was placed here before, when one comes back to ordering.
 * @returns true while that is being found out
 */
export function useEarlierOrder({ draft, change, restart }: Drafting): boolean {
  const [orderId] = useState(draft.attempt?.orderId ?? null)
  const earlier = useQuery({ ...orderQuery(orderId ?? ''), enabled: orderId !== null, staleTime: 0 })
  const status = earlier.isFetching ? undefined : earlier.data?.status
  useEffect(() => {
    if (!status) return
    if (afterOrder[status] === 'retry') change({ attempt: null })
    if (afterOrder[status] === 'restart') restart()
  }, [status, change, restart])
  return orderId !== null && earlier.isFetching
}
