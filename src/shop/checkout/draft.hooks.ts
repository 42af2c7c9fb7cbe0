import { useCallback, useEffect, useState } from 'react'
import { z } from 'zod'

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
  hasTracking: z.boolean(),
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
  hasTracking: false,
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
