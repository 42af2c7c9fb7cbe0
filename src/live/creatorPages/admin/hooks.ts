import { z } from 'zod'
import { apiQuery, useApiMutation } from '../../../ui/call/hooks.ts'
import { createListUrl, urlFields } from '../../../ui/lists/listUrl.ts'
import { decideOnPicture, decideOnTexts, listModeratedPages, PageFilter } from './contract.ts'

const PageListQuery = z.object({ page: urlFields.page, status: PageFilter.catch('WAITING') })
type PageListQuery = z.output<typeof PageListQuery>

export const pageListUrl = createListUrl('/admin/creators/pages', PageListQuery)

const key = ['admin', 'creator-pages']

export const moderatedPagesQuery = ({ status, page }: PageListQuery) =>
  apiQuery([...key, status, page], listModeratedPages, { status, page }, { refetchOnMount: 'always' })

const decision = {
  alwaysInvalidates: [key, ['stats', 'taskCounts']],
  failed: 'De beslissing is niet opgeslagen',
}

export const useDecideTexts = () =>
  useApiMutation(decideOnTexts, { ...decision, done: 'Beslist over de teksten' })
export const useDecidePicture = () =>
  useApiMutation(decideOnPicture, { ...decision, done: 'Beslist over de foto' })
