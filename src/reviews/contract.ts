import { z } from 'zod'
import { endpoint } from '../wire/endpoint.ts'
import { id, moment } from '../wire/fields.ts'

export const Review = z.object({
  /** Stars, 1–5. */
  rating: z.int(),
  text: z.string().nullable(),
  displayName: z.string(),
  createdAt: moment,
})
export type Review = z.output<typeof Review>

/** A review as an admin sees it. */
export const ModeratedReview = Review.extend({
  id,
  productId: id,
  productName: z.string(),
  approved: z.boolean(),
})
export type ModeratedReview = z.output<typeof ModeratedReview>

/** Characters. */
export const LONGEST_REVIEW = 2000

const stars = 'Kies 1 tot en met 5 sterren.'

export const listReviews = endpoint({
  method: 'GET',
  path: '/api/products/:productId/reviews',
  summary: 'The approved reviews of a product, the newest first',
  access: 'public',
  input: z.object({ productId: id }),
  output: z.array(Review),
})

export const readReviewRight = endpoint({
  method: 'GET',
  path: '/api/products/:productId/reviews/right',
  summary: 'Whether one may review a product now, and if not, why',
  access: 'customer',
  input: z.object({ productId: id }),
  output: z.object({ mayReview: z.boolean(), reason: z.string().nullable() }),
})

export const writeReview = endpoint({
  method: 'POST',
  path: '/api/products/:productId/reviews',
  summary: 'Review a product that one bought, once; it is shown when an admin has approved it',
  access: 'customer',
  input: z.object({
    productId: id,
    rating: z.int(stars).min(1, stars).max(5, stars),
    text: z
      .string()
      .trim()
      .max(LONGEST_REVIEW, `Een beoordeling heeft hoogstens ${LONGEST_REVIEW} tekens.`)
      .nullish()
      .transform(text => text || null),
  }),
  output: Review,
})

export const listReviewsToModerate = endpoint({
  method: 'GET',
  path: '/api/admin/reviews',
  summary: 'All reviews, those that wait for approval first',
  access: 'admin',
  output: z.array(ModeratedReview),
})

export const moderateReview = endpoint({
  method: 'PUT',
  path: '/api/admin/reviews/:reviewId',
  summary: 'Show a review, or take it down',
  access: 'admin',
  input: z.object({ reviewId: id, approved: z.boolean('Kies of de beoordeling getoond wordt.') }),
  output: ModeratedReview,
})
