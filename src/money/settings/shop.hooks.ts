import { queryOptions } from '@tanstack/react-query'
import { call } from '../../ui/call/call.ts'
import { readShop } from './contract.ts'

/** The public settings. The first page includes them; refetched where a change matters. */
export const shopQuery = queryOptions({
  queryKey: ['shop'],
  queryFn: () => call(readShop, {}),
  meta: { isPublic: true },
})
