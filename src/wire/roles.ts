import { z } from 'zod'

export const Role = z.enum(['USER', 'MODEL', 'ADMIN'])
export type Role = z.output<typeof Role>

/** In ascending order: each role includes the permissions of the one before it. */
export const roleRank: Record<Role, number> = { USER: 0, MODEL: 1, ADMIN: 2 }
