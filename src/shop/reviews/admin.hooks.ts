import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { call, userMessageOf } from '../../ui/call.ts'
import { plural } from '../../ui/format.ts'
import { createListUrl } from '../../ui/listUrl.ts'
import { toast } from '../../ui/components/toast.ts'
import type { InputOf } from '../../wire/endpoint.ts'
import { listReviewsToModerate, moderateReviews, ReviewState } from './contract.ts'

const ReviewListQuery = z.object({
  state: ReviewState.or(z.literal('ALL')).catch('WAITING'),
  page: z.coerce.number().int().min(1).max(10_000).catch(1),
})
export type ReviewListQuery = z.output<typeof ReviewListQuery>

export const reviewListUrl = createListUrl('/admin/reviews', ReviewListQuery)

/** A page of reviews; unmoderated ones first. */
export const reviewModerationQuery = ({ state, page }: ReviewListQuery) =>
  queryOptions({
    queryKey: ['admin-reviews', state, page],
    queryFn: async ({ signal }) => {
      const query = { page, ...(state !== 'ALL' && { state }) }
      const answer = await call(listReviewsToModerate, query, { signal })
      return Array.isArray(answer) ? { items: answer, total: answer.length, page, pageSize: 25 } : answer
    },
    refetchOnMount: 'always',
  })

/** Approves or rejects reviews. */
export function useModerateReviews() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (verdict: InputOf<typeof moderateReviews>) => call(moderateReviews, verdict),
    onSuccess: async ({ changed }, { approved }) => {
      await Promise.all(
        ['admin-reviews', 'reviews'].map(name => cache.invalidateQueries({ queryKey: [name] })),
      )
      const what = plural(changed, 'beoordeling', 'beoordelingen')
      toast({ title: approved ? `${what} goedgekeurd` : `${what} afgewezen` })
    },
    onError: error =>
      toast({ title: 'Beoordelen mislukt', description: userMessageOf(error), variant: 'destructive' }),
  })
}
