/** The cookie of a guest, renewed while it is used; and how long a cart without an order is kept. In seconds. */
export const GUEST_SECONDS = 30 * 24 * 3600
/** A cookie of at least this age is renewed, in seconds. */
const RENEW_AFTER_SECONDS = 24 * 3600

/** The content of a guest's cookie. */
export interface GuestCookie {
  guestId: string
  /** Seconds since the epoch. */
  issuedAt: number
}

const pattern = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([0-9a-z]{1,9})$/

/** The part that is signed. */
export const formatGuestCookie = ({ guestId, issuedAt }: GuestCookie): string =>
  `${guestId}.${issuedAt.toString(36)}`

/** @returns null for anything that `formatGuestCookie` did not make, or that is too old */
export function parseGuestCookie(text: string, now: Date): GuestCookie | null {
  const [, guestId, issued] = pattern.exec(text) ?? []
  if (guestId === undefined || issued === undefined) return null
  const issuedAt = Number.parseInt(issued, 36)
  const age = now.getTime() / 1000 - issuedAt
  return age < GUEST_SECONDS ? { guestId, issuedAt } : null
}

export const mustRenew = ({ issuedAt }: GuestCookie, now: Date): boolean =>
  now.getTime() / 1000 - issuedAt >= RENEW_AFTER_SECONDS

/** Until when a guest is kept who is here now and has not ordered. */
export const guestExpiry = (now: Date): Date => new Date(now.getTime() + GUEST_SECONDS * 1000)
