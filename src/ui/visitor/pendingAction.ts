/** The action, without its page and time. */
export type NewPendingAction =
  | { kind: 'cart'; productId: string; quantity: number }
  | { kind: 'wishlist'; productId: string }

/** The action that a visitor wanted to do when we asked them to log in: done after the login. */
type PendingAction = NewPendingAction & {
  /** The page that asked, to which login returns; the action is dropped when the visitor goes to another page. */
  page: string
  /** Milliseconds since 1970. */
  at: number
}

const storageKey = 'gloed:errand'
/** Milliseconds after which the action is dropped. */
const MAX_AGE_MS = 30 * 60_000

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
    // Only this function's sibling writes it, in the same tab.
    const stored = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null') as PendingAction | null
    sessionStorage.removeItem(storageKey)
    return stored?.page === page && Date.now() - stored.at < MAX_AGE_MS ? stored : null
  } catch {
    return null
  }
}
