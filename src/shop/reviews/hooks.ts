import { queryOptions, useMutation } from '@tanstack/react-query'
import { call } from '../../ui/call.ts'
import type { InputOf } from '../../wire/endpoint.ts'
import { listReviews, readReviewEligibility, writeReview } from './contract.ts'

export const reviewsQuery = (productId: string) =>
  queryOptions({
    queryKey: ['reviews', productId],
    queryFn: ({ signal }) => call(listReviews, { productId }, { signal }),
  })

/** Fetched each time the form opens, because purchases and reviews on other devices matter. */
export const reviewEligibilityQuery = (productId: string) =>
  queryOptions({
    queryKey: ['reviews', productId, 'right'],
    queryFn: ({ signal }) => call(readReviewEligibility, { productId }, { signal }),
    staleTime: 0,
    gcTime: 0,
  })

/** Sends a review. The list stays as it is, because an admin has to approve the review first. */
export const useWriteReview = () =>
  useMutation({ mutationFn: (input: InputOf<typeof writeReview>) => call(writeReview, input) })
