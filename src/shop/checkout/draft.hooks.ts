import { useCallback, useEffect, useState } from 'react'
import { z } from 'zod'

const text = z.string()

/** What a customer has filled in, and how far they got. */
const Draft = z.object({
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
export type Draft = z.output<typeof Draft>

const blank = (userId: string): Draft => ({
  userId,
  step: 'address',
  addressId: null,
  typed: null,
  hasTracking: false,
  comments: '',
  orderId: null,
})

const place = 'gloed:checkout'

/**
 * The draft of this browser tab: it survives closing the dialog, reloading, and a visit to the payment page, and it is
 * for nobody but who typed it.
 */
export function useDraft(userId: string) {
  const [draft, setDraft] = useState(() => readDraft(userId))
  useEffect(() => keepDraft(draft), [draft])
  const change = useCallback((part: Partial<Draft>) => setDraft(before => ({ ...before, ...part })), [])
  const restart = useCallback(() => setDraft(blank(userId)), [userId])
  return { draft, change, restart }
}

function readDraft(userId: string): Draft {
  try {
    const { data } = Draft.safeParse(JSON.parse(sessionStorage.getItem(place) ?? 'null'))
    if (data?.userId === userId) return data
  } catch {
    // The browser keeps nothing for us, or something else than we gave it.
  }
  return blank(userId)
}

function keepDraft(draft: Draft): void {
  try {
    sessionStorage.setItem(place, JSON.stringify(draft))
  } catch {
    // Then it lives as long as the page does.
  }
}
