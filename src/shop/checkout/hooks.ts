import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { CartItem } from '../cart/contract.ts'
import { cartQuery } from '../cart/hooks.ts'
import { productsQueryKey } from '../products/catalog/hooks.ts'
import { orderQuery, ordersQuery } from '../orders/hooks.ts'
import { useStatedCountry } from '../../money/vat/country.hooks.ts'
import { spentKeys } from '../../money/credit/hooks.ts'
import { redirectToPayment } from '../../money/payments/hooks.ts'
import { call, CallError } from '../../ui/call/call.ts'
import { trackEvent } from '../../ui/visitor/trackEvent.ts'
import { shopQuery } from '../../money/settings/shop.hooks.ts'
import { toast } from '../../ui/dialogs/toast.ts'
import type { InputOf } from '../../wire/endpoint.ts'
import { checkout } from './contract.ts'
import { type CheckoutDraft, type DraftControls, GUEST_ID, useCheckoutDraft } from './draft.hooks.ts'
import {
  checkoutIdempotencyKey,
  checkoutSteps,
  type CheckoutStep,
  containsDigital,
  findMissingChoice,
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
import { giftCardLines, haveRecipients, toDeliveries } from './giftCards.rules.ts'
import { quoteKey } from './quote.hooks.ts'
import { useTotals } from './totals.hooks.ts'
import { isLostCode, readRefusedCodes } from './refusal.rules.ts'

interface PlaceOrderVariables {
  basket: InputOf<typeof checkout>
  lines: CartItem[]
  /** Cents, as shown to the customer. */
  trackingPrice: number
}

interface PlaceOrderCallbacks {
  /** Called when nothing is due. */
  onDone: (orderId: string) => void
  removeCodes: (codes: string[]) => void
  clearCredit: () => void
}

/** Places the order and goes to the payment page. */
function usePlaceOrder(
  { change, restart }: DraftControls,
  { onDone, removeCodes, clearCredit }: PlaceOrderCallbacks,
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
      clearCredit()
      onDone(orderId)
      toast({ title: 'Bestelling geplaatst' })
      await refresh(cartQuery.queryKey, ordersQuery.queryKey, productsQueryKey, ...spentKeys)
    },
    onError: async error => {
      const isOtherCredit = error instanceof CallError && error.code === 'CREDIT_CHANGED'
      const description =
        error instanceof CallError ? error.reason : 'Er is een fout opgetreden tijdens checkout'
      // Nothing went wrong: the step says what is due now.
      if (!isOtherCredit) toast({ title: 'Checkout mislukt', description, variant: 'destructive' })
      if (error instanceof CallError)
        removeCodes(
          readRefusedCodes(error.details)
            .filter(isLostCode)
            .map(({ code }) => code),
        )
      await refresh(cartQuery.queryKey, productsQueryKey, shopQuery.queryKey, quoteKey, ...spentKeys)
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

/** The addresses, and the chosen one. */
function useDelivery(draft: CheckoutDraft, isDigital: boolean, isGuest: boolean) {
  const known = useQuery({ ...addressesQuery, enabled: !isGuest })
  const addAddress = useAddAddress()
  if (isGuest) {
    const { address } = draft.guest
    return {
      isPending: false,
      addresses: [],
      address: address && !isDigital ? { ...address, id: GUEST_ID, isDefault: false, createdAt: '' } : null,
      addAddress,
      isTyping: true,
      readAgain: null,
    }
  }
  const { data: addresses = [], isPending, isSuccess, isError, refetch } = known
  return {
    isPending,
    addresses,
    address: selectAddress(addresses, draft.addressId),
    addAddress,
    /** A new address is being entered. */
    isTyping: !isDigital && isSuccess && (draft.typed !== null || addresses.length === 0),
    /** Set when loading the addresses failed: fetches them again. */
    readAgain: isError ? () => void refetch() : null,
  }
}

interface StepContext {
  lines: CartItem[]
  giftCards: CartItem[]
  giftCardIds: ReadonlySet<string>
  addressId: string | null
  isGuest: boolean
  shippingRefusal: string | null
  /** Called before another step is shown. */
  onLeave: () => void
}

/** The step that is shown, and the ways to another. */
function useSteps({ draft, change }: DraftControls, context: StepContext) {
  const { lines, giftCards, giftCardIds, addressId, isGuest, shippingRefusal, onLeave } = context
  // Steps take the focus only after a step change; when it opens, the dialog sets the focus.
  const [hasWalked, setHasWalked] = useState(false)
  const resolved = resolveStep(draft.step, {
    lines,
    addressId,
    giftCardIds,
    haveRecipients: haveRecipients(giftCards, draft.recipients),
  })
  const needed = checkoutSteps(lines, giftCardIds)
  // A guest has to say who they are, whatever is ordered.
  const isIntroduced = draft.guest.isComplete && draft.step !== 'address'
  const step = isGuest && !isIntroduced ? 'address' : resolved
  const steps: CheckoutStep[] = isGuest && !needed.includes('address') ? ['address', ...needed] : needed
  const goTo = (next: CheckoutStep) => {
    setHasWalked(true)
    onLeave()
    change({ step: next })
  }
  const goOn = () => {
    const isPointMissing = draft.isPickup && draft.pickupPoint === null
    const missing = findMissingChoice(step, { lines, addressId, shippingRefusal, isPointMissing })
    if (missing) return toast({ ...missing, variant: 'destructive' })
    goTo(nextStep(step, lines, giftCardIds))
  }
  const saved = (added: Address) => {
    setHasWalked(true)
    change({ addressId: added.id, typed: null, step: nextStep('address', lines, giftCardIds) })
  }
  /** A guest's details are complete. */
  const introduced = (guest: CheckoutDraft['guest']) => {
    setHasWalked(true)
    change({ guest, typed: null, step: steps[1] ?? 'payment' })
  }
  return { step, steps, hasWalked, goTo, goOn, saved, introduced }
}

/** The input with the buyer: a guest, a business. */
function withBuyer(
  basket: InputOf<typeof checkout>,
  { guest: { email, address }, business }: CheckoutDraft,
  { isGuest, isDigital }: { isGuest: boolean; isDigital: boolean },
): InputOf<typeof checkout> {
  const own = { ...basket, ...(business && { business }) }
  if (!isGuest) return own
  const guest = { email, address: isDigital ? null : address, acceptsTerms: true as const }
  return { ...own, addressId: null, guest }
}

/** The state that the checkout steps share: the draft, the current step, and the actions. */
export function useCheckout(userId: string, lines: CartItem[], onDone: () => void) {
  const drafting = useCheckoutDraft(userId)
  const { draft, change } = drafting
  const isDigital = !needsAddress(lines)
  const isGuest = userId === GUEST_ID
  const { isPending, address, ...delivery } = useDelivery(draft, isDigital, isGuest)
  const cache = useQueryClient()
  // The tracking price and notices may have changed.
  useEffect(() => void cache.invalidateQueries({ queryKey: shopQuery.queryKey }), [cache])
  const isRecalling = usePreviousOrder(drafting)
  const hasTracking = draft.hasTracking && offersShipping(lines)
  const stated = useStatedCountry({ isDigital, hasAccount: !isGuest })
  const country = isDigital ? undefined : address?.country
  const totals = useTotals(userId, lines, { hasTracking, country, vatNumber: draft.business?.vatNumber })
  const { due, codes, trackingPrice, credit, giftCardIds } = totals
  const order = usePlaceOrder(drafting, { onDone, ...totals })
  const giftCards = giftCardLines(lines, giftCardIds)
  const addressId = address?.id ?? null
  const steps = useSteps(drafting, {
    lines,
    giftCards,
    giftCardIds,
    addressId,
    isGuest,
    shippingRefusal: totals.shippingRefusal,
    onLeave: order.reset,
  })
  const place = () => {
    const basket = toCheckoutInput(lines, {
      addressId,
      hasTracking,
      total: due.total,
      comments: draft.comments,
      codes,
      credit: { ...credit, due: due.due },
      giftCardDeliveries: toDeliveries(giftCards, draft.recipients),
      pickupToken: draft.isPickup ? draft.pickupPoint?.token : null,
    })
    const input = withBuyer({ ...basket, ...stated.input }, draft, { isGuest, isDigital })
    order.mutate({ basket: input, lines, trackingPrice })
  }
  return {
    lines,
    draft,
    change,
    ...delivery,
    address,
    isDigital,
    isGuest,
    stated,
    giftCards,
    hasTracking,
    userId,
    isReady: !isPending && !isRecalling && (totals.isSorted || !containsDigital(lines)),
    ...totals,
    ...steps,
    order,
    place,
  }
}

export type CheckoutState = ReturnType<typeof useCheckout>
