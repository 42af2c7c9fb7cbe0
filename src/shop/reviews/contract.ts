import { z } from 'zod'
import { endpoint } from '../../wire/endpoint.ts'
import { dateTime, id, typedText } from '../../wire/fields.ts'

export const Review = z.object({
  id,
  /** Stars, 1–5. */
  rating: z.int(),
  text: z.string().nullable(),
  displayName: z.string(),
  createdAt: dateTime,
})
export type Review = z.output<typeof Review>

/** `WAITING`: not moderated yet. */
export const ReviewState = z.enum(['WAITING', 'APPROVED', 'REJECTED'])
export type ReviewState = z.output<typeof ReviewState>

/** A review as an admin sees it. */
export const ModeratedReview = Review.extend({
  productId: id,
  productName: z.string(),
  productSlug: z.string(),
  approved: z.boolean(),
  state: ReviewState,
})
export type ModeratedReview = z.output<typeof ModeratedReview>

/** In characters. */
export const MAX_REVIEW_LENGTH = 2000

const stars = 'Kies 1 tot en met 5 sterren.'

export const listReviews = endpoint('GET /api/products/:productId/reviews', 'public', {
  summary: 'The approved reviews of a product, the newest first',
  input: z.object({ productId: id }),
  output: z.array(Review),
})

export const readReviewEligibility = endpoint('GET /api/products/:productId/reviews/right', 'customer', {
  summary: 'Whether one may review a product now, and if not, why',
  input: z.object({ productId: id }),
  output: z.object({ mayReview: z.boolean(), reason: z.string().nullable() }),
})

export const writeReview = endpoint('POST /api/products/:productId/reviews', 'customer', {
  summary: 'Review a product that one bought, once; it is shown when an admin has approved it',
  input: z.object({
    productId: id,
    rating: z.int(stars).min(1, stars).max(5, stars),
    text: typedText()
      .max(MAX_REVIEW_LENGTH, `Een beoordeling heeft hoogstens ${MAX_REVIEW_LENGTH} tekens.`)
      .nullish()
      .transform(text => text || null),
  }),
  output: Review,
  problems: ['ALREADY_REVIEWED', 'NOT_BOUGHT'],
})
