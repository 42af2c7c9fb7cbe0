import { apiQuery } from '../../ui/call/hooks.ts'
import { listRecalls, openRecall } from './contract.ts'

export const recallsQuery = apiQuery(['recalls'], listRecalls, {})

/** Of a mailed link; asking for it notes that its buyer has read it. */
export const openedRecallQuery = (token: string) =>
  apiQuery(['recalls', 'opened', token], openRecall, { token }, { staleTime: Infinity, retry: false })
