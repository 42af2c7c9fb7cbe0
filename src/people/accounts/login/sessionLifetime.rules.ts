import type { AccountRole, Role } from '../../../wire/roles.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** How long a login is good without being used, and in any case, in milliseconds. */
export const SESSION_LIMITS = {
  USER: { idleMs: 30 * DAY_MS, totalMs: 180 * DAY_MS },
  MODEL: { idleMs: 30 * DAY_MS, totalMs: 180 * DAY_MS },
  // The thief of an admin's login controls the shop.
  ADMIN: { idleMs: 12 * HOUR_MS, totalMs: 7 * DAY_MS },
} satisfies Record<AccountRole, { idleMs: number; totalMs: number }>

/** The stored expiry lies this long after the last use, for every role: a role may change. */
const STORED_IDLE_MS = SESSION_LIMITS.USER.idleMs

export const expiryFrom = (lastUse: Date): Date => new Date(lastUse.getTime() + STORED_IDLE_MS)

/** A login's expiry is extended at most once in this time, in milliseconds. */
const EXTEND_AFTER_MS = 5 * 60_000

/** A login that was made and expires after these times is open, and need not be extended yet; an admin's has shorter limits. */
export const openWithoutExtension = (now: Date): { createdAfter: Date; expiresAfter: Date } => ({
  createdAfter: new Date(now.getTime() - SESSION_LIMITS.USER.totalMs),
  expiresAfter: new Date(expiryFrom(now).getTime() - EXTEND_AFTER_MS),
})

export const isExtensionDue = ({ expiresAt }: StoredLifetime, now: Date): boolean =>
  expiresAt <= openWithoutExtension(now).expiresAfter

export const lastUseOf = (expiresAt: Date): Date => new Date(expiresAt.getTime() - STORED_IDLE_MS)

export interface StoredLifetime {
  createdAt: Date
  expiresAt: Date
}

/** Whether a login of a user with this role is still good; a guest has none. */
export function isSessionOpen(role: Role, { createdAt, expiresAt }: StoredLifetime, now: Date): boolean {
  if (role === 'GUEST') return false
  const { idleMs, totalMs } = SESSION_LIMITS[role]
  const idle = now.getTime() - lastUseOf(expiresAt).getTime()
  return idle < idleMs && now.getTime() - createdAt.getTime() < totalMs
}
