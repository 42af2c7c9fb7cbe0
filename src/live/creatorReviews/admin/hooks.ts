import { z } from 'zod'
import { apiQuery, useApiMutation } from '../../../ui/call/hooks.ts'
import { createListUrl, urlFields } from '../../../ui/lists/listUrl.ts'
import { CreatorReviewState, listCreatorReviewsToModerate, moderateCreatorReview } from './contract.ts'

const Query = z.object({
  page: urlFields.page,
  state: CreatorReviewState.or(z.literal('')).catch('WAITING'),
})
type Query = z.output<typeof Query>

export const creatorReviewListUrl = createListUrl('/admin/creators/reviews', Query)

const key = ['admin', 'creator-reviews']

export const creatorReviewModerationQuery = (query: Query) =>
  apiQuery([...key, query], listCreatorReviewsToModerate, query, { refetchOnMount: 'always' })

export const useModerateCreatorReview = () =>
  useApiMutation(moderateCreatorReview, {
    alwaysInvalidates: [key],
    done: (_, { part, approved }) => ({
      title: `${part === 'ANSWER' ? 'Antwoord' : 'Beoordeling'} ${approved ? 'goedgekeurd' : 'afgewezen'}`,
    }),
    failed: 'Beoordelen mislukt',
  })
