import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../ui/call.ts'
import { readProductHistory } from './history.contract.ts'

/** What became of a product; whatever changes the shelf changes it. */
const historyQuery = (productId: string, limit: number) =>
  queryOptions({
    queryKey: ['shelf', 'history', productId, limit],
    queryFn: ({ signal }) => call(readProductHistory, { productId, limit }, { signal }),
    refetchOnMount: 'always',
  })

/** The newest of it; more, while what was there stays until it is there. */
export const useProductHistory = (productId: string, limit: number) =>
  useQuery({ ...historyQuery(productId, limit), placeholderData: keepPreviousData })
