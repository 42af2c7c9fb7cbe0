import { useCallback, useEffect, useState } from 'react'
import { z } from 'zod'

const text = z.string()

/** What a customer has filled in, and how far they got. */
const CheckoutDraft = z.object({
  userId: text,
  step: z.enum(['address', 'shipping', 'payment']),
  addressId: text.nullable(),
  /** The fields of a new address, while that is being typed. */
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
  /** The order that was last placed from here. */
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
  orderId: null,
})

const STORAGE_KEY = 'gloed:checkout'

/**
 * The draft of this browser tab: it survives closing the dialog, reloading, and a visit to the payment page, and it is
 * for nobody but who typed it.
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
    // The browser keeps nothing for us, or something else than we gave it.
  }
  return emptyDraft(userId)
}

function storeDraft(draft: CheckoutDraft): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(draft))
  } catch {
    // Then it lives as long as the page does.
  }
}
