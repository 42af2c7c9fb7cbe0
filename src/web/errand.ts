import { z } from 'zod'

/** What a visitor wanted to do when we asked for a login: done once they are signed in. */
const Errand = z.object({
  kind: z.enum(['cart', 'wishlist']),
  productId: z.string(),
  quantity: z.int(),
  /** Milliseconds since 1970. */
  at: z.number(),
})
type Errand = z.output<typeof Errand>

const place = 'gloed:errand'
/** After this long nobody remembers having wanted it, in milliseconds. */
const FRESH_MS = 30 * 60_000

/** Keeps it for this tab, over the login page; a newer one takes its place. */
export function keepErrand(errand: Omit<Errand, 'at'>): void {
  try {
    sessionStorage.setItem(place, JSON.stringify({ ...errand, at: Date.now() }))
  } catch {
    // Then they press the button once more.
  }
}

/** Hands it out, once. */
export function takeErrand(): Errand | null {
  try {
    const { data } = Errand.safeParse(JSON.parse(sessionStorage.getItem(place) ?? 'null'))
    sessionStorage.removeItem(place)
    return data && Date.now() - data.at < FRESH_MS ? data : null
  } catch {
    return null
  }
}
