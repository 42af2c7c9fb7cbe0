import { useCallback, useEffect, useState } from 'react'
import { z } from 'zod'
import { AddressInput } from '../../people/addresses/contract.ts'
import { FoundPickupPoint } from '../shipping/pickup.contract.ts'

/** Instead of a user's id, for a guest. */
export const GUEST_ID = 'guest'

const text = z.string()

/** The input of the checkout and its step. */
const CheckoutDraft = z.object({
  userId: text,
  step: z.enum(['address', 'giftCard', 'shipping', 'payment']),
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
  /** Of a guest: the e-mail address as typed, whether the terms are accepted, and the address once it is complete. */
  guest: z
    .object({
      email: text,
      acceptsTerms: z.boolean(),
      isComplete: z.boolean(),
      address: AddressInput.omit({ isDefault: true }).nullable(),
    })
    .default({ email: '', acceptsTerms: false, isComplete: false, address: null }),
  /** The business that the user buys for, once its number was checked. */
  business: z.object({ name: text, vatNumber: text }).nullable().default(null),
  hasTracking: z.boolean(),
  /** Whether it is collected, where, and the postcode near which that was looked for. */
  isPickup: z.boolean().default(false),
  pickupPoint: FoundPickupPoint.nullable().default(null),
  pickupPostalCode: text.nullable().default(null),
  comments: text,
  /** To whom the gift cards go, by the ids of their products. */
  recipients: z
    .record(
      text,
      z.object({
        isBuyer: z.boolean(),
        recipientEmail: text,
        recipientName: text,
        senderName: text,
        message: text,
        deliverOn: text,
      }),
    )
    .default({}),
  /** The last order that was placed in this tab. */
  orderId: text.nullable(),
})
export type CheckoutDraft = z.output<typeof CheckoutDraft>

const emptyDraft = (userId: string): CheckoutDraft => ({
  userId,
  step: 'address',
  addressId: null,
  typed: null,
  guest: { email: '', acceptsTerms: false, isComplete: false, address: null },
  business: null,
  hasTracking: false,
  isPickup: false,
  pickupPoint: null,
  pickupPostalCode: null,
  comments: '',
  recipients: {},
  orderId: null,
})

const STORAGE_KEY = 'gloed:checkout'

/**
 * The checkout draft of this browser tab, in its session storage: kept when the dialog closes, on reload, and during
 * a visit to the payment page; used only for the same user.
 */
export function useCheckoutDraft(userId: string) {
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

export type DraftControls = ReturnType<typeof useCheckoutDraft>
