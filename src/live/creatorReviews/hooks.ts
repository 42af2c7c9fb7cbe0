import { apiQuery, useApiMutation } from '../../ui/call/hooks.ts'
import {
  answerReview,
  listCreatorReviews,
  listOwnReviews,
  readCreatorReviewRight,
  writeCreatorReview,
} from './contract.ts'

export const creatorReviewsQuery = (slug: string) =>
  apiQuery(['creator-reviews', slug], listCreatorReviews, { slug })

/** Fetched each time, since sessions and reviews on other devices matter. */
export const reviewRightQuery = (slug: string) =>
  apiQuery(['creator-reviews', slug, 'right'], readCreatorReviewRight, { slug }, { staleTime: 0, gcTime: 0 })

/** The list stays as it is: an admin has to approve the review first. */
export const useWriteCreatorReview = () =>
  useApiMutation(writeCreatorReview, {
    alwaysInvalidates: [['creator-reviews'], ['sessions']],
    done: {
      title: 'Bedankt voor je beoordeling',
      description: 'Ze verschijnt zodra we haar hebben bekeken.',
    },
    failed: 'Je beoordeling is niet verstuurd',
    hasFieldErrors: true,
  })

export const ownReviewsQuery = apiQuery(['studio', 'reviews'], listOwnReviews, {})

export const useAnswerReview = () =>
  useApiMutation(answerReview, {
    alwaysInvalidates: [ownReviewsQuery.queryKey],
    done: { title: 'Antwoord opgeslagen', description: 'Anderen lezen het zodra we het hebben bekeken.' },
    failed: 'Niet opgeslagen',
    hasFieldErrors: true,
  })
