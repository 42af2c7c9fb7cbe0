import { useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { apiQuery, useApiMutation } from '../../../ui/call/hooks.ts'
import { createListUrl, urlFields } from '../../../ui/lists/listUrl.ts'
import {
  type CreatorDetail,
  CreatorStatus,
  decideSuspension,
  listCreators,
  readCreator,
  readCreatorAgreement,
  suspend,
} from './contract.ts'

const CreatorListQuery = z.object({
  page: urlFields.page,
  status: CreatorStatus.or(z.literal('')).catch(''),
})
type CreatorListQuery = z.output<typeof CreatorListQuery>

export const creatorListUrl = createListUrl('/admin/creators', CreatorListQuery)

const key = ['admin', 'creators']

export const creatorsQuery = (query: CreatorListQuery) =>
  apiQuery([...key, 'list', query], listCreators, query, { refetchOnMount: 'always' })

export const creatorQuery = (userId: string) =>
  apiQuery([...key, 'one', userId], readCreator, { userId }, { refetchOnMount: 'always' })

const told = 'Ze krijgt bericht, en leest de reden in haar account.'

/** After a refusal she is read again; the form keeps its text. */
const useChange = (userId: string) => {
  const cache = useQueryClient()
  return {
    onSuccess: (creator: CreatorDetail) => cache.setQueryData(creatorQuery(userId).queryKey, creator),
    alwaysInvalidates: [key],
    failed: 'Niet opgeslagen',
    hasFieldErrors: true,
  }
}

export const useSuspend = (userId: string) =>
  useApiMutation(suspend, { ...useChange(userId), done: { title: 'Geschorst', description: told } })

export const useDecideSuspension = (userId: string) =>
  useApiMutation(decideSuspension, {
    ...useChange(userId),
    done: { title: 'Beslist', description: told },
  })

/** Opens the PDF as a download. */
export const useReadAgreement = () =>
  useApiMutation(readCreatorAgreement, {
    onSuccess: ({ filename, pdf }) => {
      const link = document.createElement('a')
      link.href = `data:application/pdf;base64,${pdf}`
      link.download = filename
      link.click()
    },
    failed: 'De overeenkomst is niet te lezen',
  })
