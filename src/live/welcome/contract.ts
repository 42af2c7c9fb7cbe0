import { z } from 'zod'
import { endpoint } from '../../wire/endpoint.ts'
import { cents } from '../../wire/fields.ts'
import { CreatorCard } from '../creatorPages/contract.ts'

/** The facts on `/live` for visitors without an account. */
export const LiveWelcome = z.object({
  /** How many creators can be played now. */
  online: z.int(),
  /** The creators among them whose page is open to visitors. */
  creators: z.array(CreatorCard),
  /** The lowest price of a minute, in any package. */
  perMinute: cents,
  /** The smallest package. */
  first: z.object({ minutes: z.int(), price: cents }),
})
export type LiveWelcome = z.output<typeof LiveWelcome>

export const readLiveWelcome = endpoint('GET /api/live/welcome', 'public', {
  summary:
    'How many creators are online, those among them who opened their page to visitors, and the prices of minutes',
  output: LiveWelcome,
})
