import { useSyncExternalStore } from 'react'
import { z } from 'zod'
import type { CreditChoice } from './choice.rules.ts'

const StoredChoice = z.object({
  userId: z.string(),
  giftCards: z.array(z.string()),
  useStoreCredit: z.boolean(),
})
type StoredChoice = z.output<typeof StoredChoice>

/** Signing out empties the storage of the tab. */
const STORAGE_KEY = 'gloed:credit'
export const noCredit: CreditChoice = { giftCards: [], useStoreCredit: false }
const listeners = new Set<() => void>()
let stored: StoredChoice | null | undefined

function readChoice(userId: string): CreditChoice {
  try {
    stored ??= StoredChoice.safeParse(JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? 'null')).data ?? null
  } catch {
    stored = null
  }
  return stored?.userId === userId ? stored : noCredit
}

function storeChoice(userId: string, change: Partial<CreditChoice>): void {
  const { giftCards, useStoreCredit } = { ...readChoice(userId), ...change }
  stored = { userId, giftCards: [...giftCards], useStoreCredit }
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(stored))
  } catch {
    // Without storage it lasts until the page is left.
  }
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The gift cards of this browser tab and whether to use store credit, the same for orders and minutes; only for the same user. */
export function useCreditChoice(userId: string) {
  const choice = useSyncExternalStore(
    subscribe,
    () => readChoice(userId),
    () => noCredit,
  )
  return {
    choice,
    addCard: (code: string) =>
      storeChoice(userId, { giftCards: [...new Set([...readChoice(userId).giftCards, code])] }),
    removeCard: (gone: string) =>
      storeChoice(userId, { giftCards: readChoice(userId).giftCards.filter(code => code !== gone) }),
    setUseStoreCredit: (useStoreCredit: boolean) => storeChoice(userId, { useStoreCredit }),
    /** After a purchase: a card that is used up is no use for the next one. */
    clear: () => storeChoice(userId, noCredit),
  }
}
