export const roles = ['USER', 'MODEL', 'ADMIN'] as const
export type Role = (typeof roles)[number]

/** In ascending order: each role includes the permissions of the one before it. */
export const roleRank: Record<Role, number> = { USER: 0, MODEL: 1, ADMIN: 2 }
