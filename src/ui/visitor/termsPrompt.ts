import { useSyncExternalStore } from 'react'

/** Whether the new terms are shown to be accepted: opened by a button, and by an order that was refused because of them. */
let isOpen = false
const listeners = new Set<() => void>()

export function setTermsPromptOpen(next: boolean): void {
  isOpen = next
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useTermsPrompt = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => isOpen,
    () => false,
  )
