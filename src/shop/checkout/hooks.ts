import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { z } from 'zod'
import type { CartItem } from '../cart/contract.ts'
import { cartQuery } from '../cart/hooks.ts'
import { productsQueryKey } from '../catalog/hooks.ts'
import { orderQuery, ordersQuery } from '../orders/hooks.ts'
import { redirectToPayment } from '../../money/payments/hooks.ts'
import { call, CallError } from '../../ui/call.ts'
import { trackEvent } from '../../ui/trackEvent.ts'
import { shopQuery } from '../../money/settings/shop.hooks.ts'
import { toast } from '../../ui/components/toast.ts'
import type { InputOf } from '../../wire/endpoint.ts'
import { checkout } from './contract.ts'
import {
  calculateCheckoutTotals,
  type CheckoutTotals,
  checkoutIdempotencyKey,
  type CheckoutStep,
  needsAddress,
  nextStep,
  offersShipping,
  resolveStep,
  resumeActionByStatus,
  toCheckoutInput,
} from './steps.rules.ts'
import type { Address } from '../../people/addresses/contract.ts'
import { addressesQuery, useAddAddress } from '../../people/addresses/hooks.ts'
import { selectAddress } from '../../people/addresses/rules.ts'
import { usePromotionCodes, useQuote } from './quote.hooks.ts'
import { isLostCode, readRefusedCodes } from './refusal.rules.ts'
import { useShop } from '../../ui/boot.ts'

/** What is to be paid: as the server counts it, or without promotions until it has. */
function useTotals(userId: string, lines: CartItem[], hasTracking: boolean, listPrice: number) {
  const { codes, remove } = usePromotionCodes(userId)
  const { quote, isCurrent, isFetching } = useQuote(userId, lines, codes, hasTracking)
  const due: CheckoutTotals = quote
    ? { ...quote, tracking: quote.trackingCost }
    : calculateCheckoutTotals(lines, hasTracking, listPrice)
  return {
    codes,
    removeCodes: remove,
    refused: quote?.refused ?? [],
    due,
    trackingPrice: quote?.trackingPrice ?? listPrice,
    /** The amount on the screen is not that of this cart yet. */
    isCounting: isFetching && !isCurrent,
  }
}

type DraftControls = ReturnType<typeof useCheckoutDraft>

interface PlaceOrderVariables {
  basket: InputOf<typeof checkout>
  lines: CartItem[]
  /** Cents, as shown to the customer. */
  trackingPrice: number
}

/** Places the order and goes to the payment page. @param onDone called when nothing is due */
function usePlaceOrder(
  { change, restart }: DraftControls,
  onDone: () => void,
  removeCodes: (codes: string[]) => void,
) {
  const cache = useQueryClient()
  const refresh = (...keys: (readonly unknown[])[]) =>
    Promise.all(keys.map(queryKey => cache.invalidateQueries({ queryKey })))
  return useMutation({
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
      if (error instanceof CallError)
        removeCodes(
          readRefusedCodes(error.details)
            .filter(isLostCode)
            .map(({ code }) => code),
        )
      await refresh(cartQuery.queryKey, productsQueryKey, shopQuery.queryKey)
    },
  })
}

/**
 * Checks the order that was placed here before, when the customer returns to the checkout.
 * @returns true while checking
 */
function usePreviousOrder({ draft, change, restart }: DraftControls): boolean {
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

const text = z.string()

/** The input of the checkout and its step. */
const CheckoutDraft = z.object({
  userId: text,
  step: z.enum(['address', 'shipping', 'payment']),
  addressId: text.nullable(),
  /** The fields of a new address, while it is being entered. */
  typed: z
    .object({
      firstName: text,
      lastName: text,
      company: text,
      street: text,
      houseNumber: text,
      postalCode: text,
      city: text,
      country: text,
    })
    .nullable(),
  hasTracking: z.boolean(),
  comments: text,
  /** The last order that was placed in this tab. */
  orderId: text.nullable(),
})
type CheckoutDraft = z.output<typeof CheckoutDraft>

const emptyDraft = (userId: string): CheckoutDraft => ({
  userId,
  step: 'address',
  addressId: null,
  typed: null,
  hasTracking: false,
  comments: '',
  orderId: null,
})

const STORAGE_KEY = 'gloed:checkout'

/**
 * The checkout draft of this browser tab, in its session storage: kept when the dialog closes, on reload, and during
 * a visit to the payment page; used only for the same user.
 */
function useCheckoutDraft(userId: string) {
  const [draft, setDraft] = useState(() => readDraft(userId))
  useEffect(() => storeDraft(draft), [draft])
  const change = useCallback(
    (part: Partial<CheckoutDraft>) => setDraft(before => ({ ...before, ...part })),
    [],
  )
  const restart = useCallback(() => setDraft(emptyDraft(userId)), [userId])
  return { draft, change, restart }
}

function readDraft(userId: string): CheckoutDraft {
  try {
    const { data } = CheckoutDraft.safeParse(JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? 'null'))
    if (data?.userId === userId) return data
  } catch {
    // The browser has no stored draft, or an invalid one.
  }
  return emptyDraft(userId)
}

function storeDraft(draft: CheckoutDraft): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(draft))
  } catch {
    // Without storage the draft lasts until the page is left.
  }
}

/** The addresses, and the chosen one. */
function useDelivery(draft: CheckoutDraft, isDigital: boolean) {
  const { data: addresses = [], isPending, isSuccess, isError, refetch } = useQuery(addressesQuery)
  return {
    isPending,
    addresses,
    address: selectAddress(addresses, draft.addressId),
    addAddress: useAddAddress(),
    /** A new address is being entered. */
    isTyping: !isDigital && isSuccess && (draft.typed !== null || addresses.length === 0),
    /** Set when loading the addresses failed: fetches them again. */
    readAgain: isError ? () => void refetch() : null,
  }
}

/** The state that the checkout steps share: the draft, the current step, and the actions. */
export function useCheckout(userId: string, lines: CartItem[], onDone: () => void) {
  const drafting = useCheckoutDraft(userId)
  const { draft, change } = drafting
  const isDigital = !needsAddress(lines)
  const { isPending, address, ...delivery } = useDelivery(draft, isDigital)
  const { trackingCost: listPrice } = useShop()
  const cache = useQueryClient()
  // The tracking price and notices may have changed.
  useEffect(() => void cache.invalidateQueries({ queryKey: shopQuery.queryKey }), [cache])
  const isRecalling = usePreviousOrder(drafting)
  const hasTracking = draft.hasTracking && offersShipping(lines)
  const totals = useTotals(userId, lines, hasTracking, listPrice)
  const { due, codes, trackingPrice } = totals
  const order = usePlaceOrder(drafting, onDone, totals.removeCodes)
  // Steps take the focus only after a step change; when it opens, the dialog sets the focus.
  const [hasWalked, setHasWalked] = useState(false)

  const step = resolveStep(draft.step, lines, address?.id ?? null)
  const goTo = (next: CheckoutStep) => {
    setHasWalked(true)
    order.reset()
    change({ step: next })
  }
  const goOn = () => {
    if (step !== 'address' || isDigital || address) return goTo(nextStep(step, lines))
    toast({
      title: 'Adres vereist',
      description: 'Selecteer een verzendadres om door te gaan',
      variant: 'destructive',
    })
  }
  const saved = (added: Address) => {
    setHasWalked(true)
    change({ addressId: added.id, typed: null, step: nextStep('address', lines) })
  }
  const place = () => {
    const { comments } = draft
    const choices = { addressId: address?.id ?? null, hasTracking, total: due.total, comments, codes }
    order.mutate({ basket: toCheckoutInput(lines, choices), lines, trackingPrice })
  }
  return {
    lines,
    draft,
    change,
    ...delivery,
    address,
    isDigital,
    hasTracking,
    userId,
    step,
    hasWalked,
    isReady: !isPending && !isRecalling,
    ...totals,
    order,
    goTo,
    goOn,
    saved,
    place,
  }
}

export type CheckoutState = ReturnType<typeof useCheckout>
