import { z } from 'zod'

/** The persons who may start a session: everyone, her favourites, those who played on her toys before, or everyone whom she accepts each time. */
export const Audience = z.enum(['EVERYONE', 'FAVOURITES', 'PLAYED_BEFORE', 'ACCEPT_EACH'])
export type Audience = z.output<typeof Audience>

const minutes = (most: number, message: string) => z.int(message).min(1, message).max(most, message)

/** A creator's limits for others on her toys, besides the cap of each. */
export const Menu = z.object({
  /** The named patterns; null for all. */
  patterns: z
    .array(z.string().regex(/^[a-z]{1,40}$/))
    .max(60)
    .nullable(),
  /** Whether patterns that players record themselves are allowed. */
  ownPatterns: z.boolean(),
  /** The longest session; null without a limit. */
  longestMinutes: minutes(240, 'Kies 1 tot en met 240 minuten.').nullable(),
  /** Between the end of a session and the next start. */
  pauseMinutes: z
    .int('Kies 0 tot en met 240 minuten.')
    .min(0, 'Kies 0 tot en met 240 minuten.')
    .max(240, 'Kies 0 tot en met 240 minuten.'),
  /** A maximum that rises from `from` to the cap over so many metered minutes; null without one. */
  warmUp: z
    .object({
      from: z.int('Kies 1 tot en met 20.').min(1, 'Kies 1 tot en met 20.').max(20, 'Kies 1 tot en met 20.'),
      minutes: minutes(60, 'Kies 1 tot en met 60 minuten.'),
    })
    .nullable(),
  audience: Audience,
})
export type Menu = z.output<typeof Menu>
