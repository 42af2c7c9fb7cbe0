import { endpoint } from '../../../wire/endpoint.ts'
import { z } from 'zod'
import { optionalPageFields, pageOf, id } from '../../../wire/fields.ts'
import { ReviewState, ModeratedReview } from '../contract.ts'

export const listReviewsToModerate = endpoint('GET /api/admin/reviews', 'admin', {
  summary: 'All reviews, those that wait first, then the newest: paged when `page` is given, else an array',
  input: z.object({ state: ReviewState.optional(), ...optionalPageFields(25) }),
  /** The total is at most 10,000. */
  output: z.union([z.array(ModeratedReview), pageOf(ModeratedReview)]),
})

export const moderateReview = endpoint('PUT /api/admin/reviews/:reviewId', 'admin', {
  summary: 'Show a review, or take it down',
  input: z.object({ reviewId: id, approved: z.boolean('Kies of de beoordeling getoond wordt.') }),
  output: ModeratedReview,
})

export const moderateReviews = endpoint('POST /api/admin/reviews/moderate', 'admin', {
  summary: 'Show several reviews, or take them down, all together; those that are gone are left out',
  input: z.object({
    reviewIds: z
      .array(z.guid(), 'Kies minstens één beoordeling.')
      .min(1, 'Kies minstens één beoordeling.')
      .max(100),
    approved: z.boolean('Kies of de beoordelingen getoond worden.'),
  }),
  /** How many reviews changed. */
  output: z.object({ changed: z.int() }),
  status: 200,
  problems: ['NOT_FOUND'],
})
