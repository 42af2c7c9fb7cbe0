import { queryOptions } from '@tanstack/react-query'
import { call } from '../web/call.ts'
import { listSessions } from './contract.ts'

export const pastSessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => call(listSessions, {}, { signal }),
})
