/** The roles of an account. */
export const accountRoles = ['USER', 'MODEL', 'ADMIN'] as const
/** A guest has a cart and orders, and no account. */
export const roles = ['GUEST', ...accountRoles] as const
export type Role = (typeof roles)[number]
export type AccountRole = (typeof accountRoles)[number]

/** In ascending order: each role includes the permissions of the one before it. */
export const roleRank: Record<Role, number> = { GUEST: -1, USER: 0, MODEL: 1, ADMIN: 2 }
