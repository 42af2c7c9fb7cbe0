/** Something that a visitor did, as far as the statistics care; named in English, with small letters. */
export interface Happening {
  category: string
  action: string
  /** Such as what was searched for. */
  label?: string
  /** Such as how much was found; a whole number. */
  value?: number
}

type Listener = (happening: Happening) => void

const listeners = new Set<Listener>()

/** Says that something happened. Where nobody may count, nobody listens, and nothing is kept. */
export function happened(happening: Happening): void {
  for (const listener of listeners) listener(happening)
}

/** @returns what ends it */
export function onHappening(listener: Listener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
