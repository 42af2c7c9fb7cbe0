import { z } from 'zod'

export const ChallengePurpose = z.enum(['REGISTER', 'LOGIN'])
export type ChallengePurpose = z.output<typeof ChallengePurpose>
