import { z } from 'zod'
import { plural } from '../../../ui/format.ts'
import { listPageQuery, useApiMutation } from '../../../ui/call/hooks.ts'
import { createListUrl, urlFields } from '../../../ui/lists/listUrl.ts'
import { ReviewState } from '../contract.ts'
import { listReviewsToModerate, moderateReviews } from './contract.ts'

const ReviewListQuery = z.object({
  state: ReviewState.or(z.literal('ALL')).catch('WAITING'),
  page: urlFields.page,
})
export type ReviewListQuery = z.output<typeof ReviewListQuery>

export const reviewListUrl = createListUrl('/admin/reviews', ReviewListQuery)

/** A page of reviews; unmoderated ones first. */
export const reviewModerationQuery = ({ state, page }: ReviewListQuery) =>
  listPageQuery(['admin-reviews', state, page], listReviewsToModerate, {
    page,
    ...(state !== 'ALL' && { state }),
  })

export const useModerateReviews = () =>
  useApiMutation(moderateReviews, {
    invalidates: [['admin-reviews'], ['reviews']],
    done: ({ changed }, { approved }) => ({
      title: `${plural(changed, 'beoordeling', 'beoordelingen')} ${approved ? 'goedgekeurd' : 'afgewezen'}`,
    }),
    failed: 'Beoordelen mislukt',
  })
