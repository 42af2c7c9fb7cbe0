import { z } from 'zod'
import { endpoint } from '../../../wire/endpoint.ts'
import { id, pageFields, pageOf } from '../../../wire/fields.ts'
import { CreatorReview } from '../contract.ts'

/** WAITING: the review, or the answer to it, was not decided yet. */
export const CreatorReviewState = z.enum(['WAITING', 'APPROVED', 'REJECTED'])
export type CreatorReviewState = z.output<typeof CreatorReviewState>

export const ModeratedCreatorReview = CreatorReview.extend({
  /** The creator's name for others, and the address of her page; null without a page. */
  stageName: z.string().nullable(),
  slug: z.string().nullable(),
  state: CreatorReviewState,
  /** Null without an answer. */
  answerState: CreatorReviewState.exclude(['REJECTED']).nullable(),
})
export type ModeratedCreatorReview = z.output<typeof ModeratedCreatorReview>

export const listCreatorReviewsToModerate = endpoint('GET /api/admin/creator-reviews', 'admin', {
  summary: 'Reviews of creators, the newest first; those that wait, or whose answer does, the oldest first',
  input: z.object({
    /** Empty for all. */
    state: CreatorReviewState.or(z.literal('')).nullish(),
    ...pageFields(25),
  }),
  output: pageOf(ModeratedCreatorReview),
})

export const moderateCreatorReview = endpoint('PUT /api/admin/creator-reviews/:reviewId', 'admin', {
  summary: 'Show a review of a creator, or her answer to it, or take it down; a second time changes nothing',
  input: z.object({
    reviewId: id,
    part: z.enum(['REVIEW', 'ANSWER']),
    approved: z.boolean('Kies of het getoond wordt.'),
  }),
  output: ModeratedCreatorReview,
  problems: ['NOT_FOUND'],
})
