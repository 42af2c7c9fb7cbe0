import { apiQuery, useApiMutation } from '../../ui/call/hooks.ts'
import { listReviews, readReviewEligibility, writeReview } from './contract.ts'

export const reviewsQuery = (productId: string) =>
  apiQuery(['reviews', productId], listReviews, { productId })

/** Fetched each time the form opens, because purchases and reviews on other devices matter. */
export const reviewEligibilityQuery = (productId: string) =>
  apiQuery(['reviews', productId, 'right'], readReviewEligibility, { productId }, { staleTime: 0, gcTime: 0 })

/** Sends a review. The list stays as it is, because an admin has to approve the review first. */
export const useWriteReview = () => useApiMutation(writeReview)
