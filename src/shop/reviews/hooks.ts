import { queryOptions, useMutation } from '@tanstack/react-query'
import { call } from '../../ui/call.ts'
import type { InputOf } from '../../wire/endpoint.ts'
import { listReviews, readReviewEligibility, writeReview } from './contract.ts'

export const reviewsQuery = (productId: string) =>
  queryOptions({
    queryKey: ['reviews', productId],
    queryFn: ({ signal }) => call(listReviews, { productId }, { signal }),
  })

/** Asked when the form opens, and every time: what was bought or written elsewhere counts. */
export const reviewEligibilityQuery = (productId: string) =>
  queryOptions({
    queryKey: ['reviews', productId, 'right'],
    queryFn: ({ signal }) => call(readReviewEligibility, { productId }, { signal }),
    staleTime: 0,
    gcTime: 0,
  })

/** Sends a review. It is shown when an admin has approved it, so nothing changes in the list. */
export const useWriteReview = () =>
  useMutation({ mutationFn: (input: InputOf<typeof writeReview>) => call(writeReview, input) })
