import { z } from 'zod'
import { endpoint } from '../../wire/endpoint.ts'
import { id } from '../../wire/fields.ts'
import { CreatorCard } from '../creatorPages/contract.ts'

/** A creator whom one follows. */
export const Follow = z.object({
  creator: CreatorCard,
  /** Whether one wants to be told that she is online, which happens only where she allows it. */
  wantsNotice: z.boolean(),
})
export type Follow = z.output<typeof Follow>

export const listFollows = endpoint('GET /api/follows', 'customer', {
  summary: 'The creators whom one follows, the newest first',
  output: z.array(Follow),
})

export const followCreator = endpoint('PUT /api/follows/:slug', 'customer', {
  summary: 'Follow a creator, and choose whether one wants to be told that she is online',
  input: z.object({ slug: id, wantsNotice: z.boolean().default(false) }),
  output: Follow,
  problems: ['NOT_FOUND', 'CONFLICT'],
})

export const unfollowCreator = endpoint('DELETE /api/follows/:slug', 'customer', {
  summary: 'Follow a creator no longer',
  input: z.object({ slug: id }),
  output: z.null(),
  problems: ['NOT_FOUND'],
})
