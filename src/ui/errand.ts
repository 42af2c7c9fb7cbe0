import { z } from 'zod'

/** What a visitor wanted to do when we asked for a login: done once they are signed in. */
const Errand = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('cart'), productId: z.string(), quantity: z.int() }),
    z.object({ kind: z.literal('wishlist'), productId: z.string() }),
  ])
  .and(
    z.object({
      /** The page that asked, to which login leads back: whoever arrives elsewhere has changed their mind. */
      page: z.string(),
      /** Milliseconds since 1970. */
      at: z.number(),
    }),
  )
type Errand = z.output<typeof Errand>

const place = 'gloed:errand'
/** After this long nobody remembers having wanted it, in milliseconds. */
const FRESH_MS = 30 * 60_000

/** What is wanted, without where and when. */
export type Wanted =
  | { kind: 'cart'; productId: string; quantity: number }
  | { kind: 'wishlist'; productId: string }

/** Keeps it for this tab, over the login page; a newer one takes its place. */
export function keepErrand(errand: Wanted, page: string): void {
  try {
    sessionStorage.setItem(place, JSON.stringify({ ...errand, page, at: Date.now() }))
  } catch {
    // Then they press the button once more.
  }
}

/** Hands out what was wanted on this page, once. */
export function takeErrand(page: string): Errand | null {
  try {
    const { data } = Errand.safeParse(JSON.parse(sessionStorage.getItem(place) ?? 'null'))
    sessionStorage.removeItem(place)
    return data && data.page === page && Date.now() - data.at < FRESH_MS ? data : null
  } catch {
    return null
  }
}
