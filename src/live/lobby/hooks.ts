import { keepPreviousData } from '@tanstack/react-query'
import { apiQuery } from '../../ui/call/hooks.ts'
import { readSessionFarewell } from '../creatorReviews/contract.ts'
import { checkSearchTerm } from './contract.ts'

/** Whether the lobby may be searched for a term; the answer for the one before until it is known. */
export const searchTermQuery = (q: string) => ({
  ...apiQuery(['lobby', 'search-term', q], checkSearchTerm, { q }, { staleTime: Infinity }),
  enabled: q !== '',
  placeholderData: keepPreviousData,
})

export const farewellQuery = (sessionId: string) =>
  apiQuery(['sessions', sessionId, 'farewell'], readSessionFarewell, { sessionId }, { retry: false })
