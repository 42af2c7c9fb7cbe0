import { keepPreviousData } from '@tanstack/react-query'
import { apiQuery } from '../../ui/hooks.ts'
import { searchBackoffice } from './contract.ts'

/** Shows the hits before while new ones are loading. */
export const backofficeSearchQuery = (q: string) => ({
  ...apiQuery(['admin', 'search', q], searchBackoffice, { q }),
  enabled: q !== '',
  placeholderData: keepPreviousData,
})
