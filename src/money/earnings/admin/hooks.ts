import { z } from 'zod'
import { apiQuery, useApiMutation } from '../../../ui/call/hooks.ts'
import { createListUrl, urlFields } from '../../../ui/lists/listUrl.ts'
import { addEarningShare, listCreatorEarnings, listEarningShares } from './contract.ts'

export const earningListUrl = createListUrl('/admin/earnings', z.object({ page: urlFields.page }))

const key = ['admin', 'earnings']

export const creatorEarningsQuery = (query: { page: number }) =>
  apiQuery([...key, 'list', query], listCreatorEarnings, query, { refetchOnMount: 'always' })

export const sharesQuery = apiQuery([...key, 'shares'], listEarningShares, {}, { refetchOnMount: 'always' })

export const useAddShare = () =>
  useApiMutation(addEarningShare, {
    alwaysInvalidates: [key],
    done: 'Genoteerd',
    failed: 'Niet genoteerd',
    hasFieldErrors: true,
  })
