import { z } from 'zod'
import { endpoint } from '../../wire/endpoint.ts'
import { dateTime, id, optionalPageFields, pageOf, typedText } from '../../wire/fields.ts'

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
