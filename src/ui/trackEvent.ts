/** Something that a visitor did, as far as the statistics care; named in English, with small letters. */
export interface TrackedEvent {
  category: string
  action: string
  /** Such as what was searched for. */
  label?: string
  /** Such as how much was found; a whole number. */
  value?: number
}

type Listener = (happening: TrackedEvent) => void

const listeners = new Set<Listener>()

/** Says that something happened. Where nobody may count, nobody listens, and nothing is kept. */
export function trackEvent(happening: TrackedEvent): void {
  for (const listener of listeners) listener(happening)
}

/** @returns what ends it */
export function onTrackedEvent(listener: Listener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
