import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Address } from '../../people/addresses/contract.ts'
import { addressesQuery, useAddAddress } from '../../people/addresses/hooks.ts'
import { selectAddress } from '../../people/addresses/rules.ts'
import type { CartItem } from '../cart/contract.ts'
import { useShop } from '../../ui/boot.ts'
import { toast } from '../../ui/components/toast.ts'
import { useCheckoutDraft } from './draft.hooks.ts'
import { usePreviousOrder, useRefetchShop, usePlaceOrder } from './hooks.ts'
import {
  toCheckoutInput,
  calculateCheckoutTotals,
  needsAddress,
  offersShipping,
  type CheckoutStep,
  nextStep,
  resolveStep,
} from './steps.rules.ts'

/** The state that the checkout steps share: the draft, the current step, and the actions. */
export function useCheckout(userId: string, lines: CartItem[], onDone: () => void) {
  const drafting = useCheckoutDraft(userId)
  const { draft, change } = drafting
  const addresses = useQuery(addressesQuery)
  const addAddress = useAddAddress()
  const { trackingCost: trackingPrice } = useShop()
  useRefetchShop()
  const isRecalling = usePreviousOrder(drafting)
  const order = usePlaceOrder(drafting, onDone)
  // Steps take the focus only after a step change; when it opens, the dialog sets the focus.
  const [hasWalked, setHasWalked] = useState(false)

  const known = addresses.data ?? []
  const address = selectAddress(known, draft.addressId)
  const step = resolveStep(draft.step, lines, address?.id ?? null)
  const isDigital = !needsAddress(lines)
  const hasTracking = draft.hasTracking && offersShipping(lines)

  const goTo = (next: CheckoutStep) => {
    setHasWalked(true)
    order.reset()
    change({ step: next })
  }
  const goOn = () => {
    if (step === 'address' && !isDigital && !address) return toastAddressRequired()
    goTo(nextStep(step, lines))
  }
  const saved = (added: Address) => {
    setHasWalked(true)
    change({ addressId: added.id, typed: null, step: nextStep('address', lines) })
  }
  const place = () => {
    const { comments } = draft
    const choices = { addressId: address?.id ?? null, hasTracking, trackingPrice, comments }
    order.place(toCheckoutInput(lines, choices), lines, trackingPrice)
  }
  return {
    lines,
    draft,
    change,
    addresses: known,
    address,
    addAddress,
    /** A new address is being entered. */
    isTyping: !isDigital && addresses.isSuccess && (draft.typed !== null || known.length === 0),
    isDigital,
    hasTracking,
    trackingPrice,
    step,
    hasWalked,
    isReady: !addresses.isPending && !isRecalling,
    /** Set when loading the addresses failed: fetches them again. */
    readAgain: addresses.isError ? () => void addresses.refetch() : null,
    due: calculateCheckoutTotals(lines, hasTracking, trackingPrice),
    order,
    goTo,
    goOn,
    saved,
    place,
  }
}

export type CheckoutState = ReturnType<typeof useCheckout>

const toastAddressRequired = () =>
  toast({
    title: 'Adres vereist',
    description: 'Selecteer een verzendadres om door te gaan',
    variant: 'destructive',
  })
