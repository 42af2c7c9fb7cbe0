import { queryOptions } from '@tanstack/react-query'
import { call } from '../../ui/call.ts'
import { listToys } from './contract.ts'

/** How often the control page polls the list of toys, in milliseconds. */
const TOYS_POLL_MS = 5000

/** The toys on the air; polled for as long as a screen shows them. */
export const toysQuery = queryOptions({
  queryKey: ['toys'],
  queryFn: ({ signal }) => call(listToys, {}, { signal }),
  refetchInterval: TOYS_POLL_MS,
  refetchOnMount: 'always',
})
