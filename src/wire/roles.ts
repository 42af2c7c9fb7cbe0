import { z } from 'zod'

export const Role = z.enum(['USER', 'MODEL', 'ADMIN'])
export type Role = z.output<typeof Role>

/** Each may what the one before it may, and more. */
export const roleRank: Record<Role, number> = { USER: 0, MODEL: 1, ADMIN: 2 }
