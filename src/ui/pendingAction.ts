import { z } from 'zod'

/** What a visitor wanted to do when we asked them to log in: done after the login. */
const PendingAction = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('cart'), productId: z.string(), quantity: z.int() }),
    z.object({ kind: z.literal('wishlist'), productId: z.string() }),
  ])
  .and(
    z.object({
      /** The page that asked, to which login returns; the action is dropped when the visitor goes to another page. */
      page: z.string(),
      /** Milliseconds since 1970. */
      at: z.number(),
    }),
  )
type PendingAction = z.output<typeof PendingAction>

const storageKey = 'gloed:errand'
/** Milliseconds after which the action is dropped. */
const MAX_AGE_MS = 30 * 60_000

/** The action, without its page and time. */
export type NewPendingAction =
  | { kind: 'cart'; productId: string; quantity: number }
  | { kind: 'wishlist'; productId: string }

/** Stores the action for this tab, across the login page; replaces an earlier one. */
export function storePendingAction(errand: NewPendingAction, page: string): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify({ ...errand, page, at: Date.now() }))
  } catch {
    // Without storage, the visitor has to press the button again.
  }
}

/** Returns this page's action, once. */
export function consumePendingAction(page: string): PendingAction | null {
  try {
    const { data } = PendingAction.safeParse(JSON.parse(sessionStorage.getItem(storageKey) ?? 'null'))
    sessionStorage.removeItem(storageKey)
    return data && data.page === page && Date.now() - data.at < MAX_AGE_MS ? data : null
  } catch {
    return null
  }
}
