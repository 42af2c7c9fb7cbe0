/** A visitor's action for the statistics; names are English and in lower case. */
export interface TrackedEvent {
  category: string
  action: string
  /** Such as the search query. */
  label?: string
  /** Such as the number of results; a whole number. */
  value?: number
}

type Listener = (happening: TrackedEvent) => void

const listeners = new Set<Listener>()

/** Reports an action to the listener; without consent there is no listener, and nothing is stored. */
export function trackEvent(happening: TrackedEvent): void {
  for (const listener of listeners) listener(happening)
}

/** @returns a function that unsubscribes */
export function onTrackedEvent(listener: Listener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
