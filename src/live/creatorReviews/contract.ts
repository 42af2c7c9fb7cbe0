import { z } from 'zod'
import { endpoint } from '../../wire/endpoint.ts'
import { dateTime, id, optionalText, requiredText, singleLine } from '../../wire/fields.ts'

/** Characters of a review, of an answer to it, and of a pseudonym. */
export const MAX_REVIEW_LENGTH = 1000
export const MAX_ANSWER_LENGTH = 500
export const MAX_PSEUDONYM_LENGTH = 30

export const CreatorReview = z.object({
  id,
  /** Chosen for this review; never the name of the account by itself. */
  pseudonym: z.string(),
  /** Stars, 1–5. */
  rating: z.int(),
  text: z.string().nullable(),
  /** The creator's answer. */
  answer: z.string().nullable(),
  createdAt: dateTime,
})
export type CreatorReview = z.output<typeof CreatorReview>

export const listCreatorReviews = endpoint('GET /api/creators/:slug/reviews', 'public', {
  summary: 'The approved reviews of a creator, the newest first; 404 for anyone who may not see her page',
  input: z.object({ slug: id }),
  output: z.object({ rating: z.number().nullable(), count: z.int(), reviews: z.array(CreatorReview) }),
})

export const readCreatorReviewRight = endpoint('GET /api/creators/:slug/reviews/right', 'customer', {
  summary: 'Whether one may review a creator now, and if not, why',
  input: z.object({ slug: id }),
  output: z.object({ mayReview: z.boolean(), reason: z.string().nullable() }),
})

const stars = 'Kies 1 tot en met 5 sterren.'

export const writeCreatorReview = endpoint('POST /api/creators/:slug/reviews', 'customer', {
  summary:
    'Review a creator with whom one played for at least a minute, once and under a pseudonym; it is shown when an admin has approved it',
  input: z.object({
    slug: id,
    pseudonym: singleLine('Kies een naam voor bij je beoordeling.', MAX_PSEUDONYM_LENGTH),
    rating: z.int(stars).min(1, stars).max(5, stars),
    text: optionalText(MAX_REVIEW_LENGTH),
  }),
  output: CreatorReview,
  problems: ['NOT_FOUND', 'FORBIDDEN', 'ALREADY_REVIEWED'],
})

/** The end of a session for its player. */
export const SessionFarewell = z.object({
  /** Null without a page that the player may see. */
  creator: z.object({ slug: z.string(), stageName: z.string() }).nullable(),
  /** The words that she prepared; null without any. */
  thanks: z.string().nullable(),
  mayReview: z.boolean(),
})
export type SessionFarewell = z.output<typeof SessionFarewell>

export const readSessionFarewell = endpoint('GET /api/sessions/:sessionId/farewell', 'customer', {
  summary:
    'With whom one played in an ended session of one’s own, her thanks, and whether one may review her',
  input: z.object({ sessionId: id }),
  output: SessionFarewell,
})

/** A shown review as its creator sees it. */
export const OwnReview = CreatorReview.extend({ isAnswerShown: z.boolean() })
export type OwnReview = z.output<typeof OwnReview>

export const listOwnReviews = endpoint('GET /api/studio/reviews', 'model', {
  summary: 'The approved reviews of oneself, with one’s answers, also those that wait for an admin',
  output: z.array(OwnReview),
})

export const answerReview = endpoint('PUT /api/studio/reviews/:reviewId/answer', 'model', {
  summary: 'Answer a review of oneself; it is shown when an admin has approved it',
  input: z.object({ reviewId: id, answer: requiredText('Schrijf je antwoord.', MAX_ANSWER_LENGTH) }),
  output: OwnReview,
  problems: ['NOT_FOUND'],
})
