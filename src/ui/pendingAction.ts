import { z } from 'zod'

/** What a visitor wanted to do when we asked for a login: done once they are signed in. */
const PendingAction = z
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
type PendingAction = z.output<typeof PendingAction>

const storageKey = 'gloed:errand'
/** After this long nobody remembers having wanted it, in milliseconds. */
const MAX_AGE_MS = 30 * 60_000

/** What is wanted, without where and when. */
export type NewPendingAction =
  | { kind: 'cart'; productId: string; quantity: number }
  | { kind: 'wishlist'; productId: string }

/** Keeps it for this tab, over the login page; a newer one takes its place. */
export function storePendingAction(errand: NewPendingAction, page: string): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify({ ...errand, page, at: Date.now() }))
  } catch {
    // Then they press the button once more.
  }
}

/** Hands out what was wanted on this page, once. */
export function consumePendingAction(page: string): PendingAction | null {
  try {
    const { data } = PendingAction.safeParse(JSON.parse(sessionStorage.getItem(storageKey) ?? 'null'))
    sessionStorage.removeItem(storageKey)
    return data && data.page === page && Date.now() - data.at < MAX_AGE_MS ? data : null
  } catch {
    return null
  }
}
