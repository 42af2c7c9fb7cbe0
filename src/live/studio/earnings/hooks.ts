import { apiQuery } from '../../../ui/call/hooks.ts'
import { readEarnings, readEarningsDue } from './contract.ts'

/** @param page from 1, as an address has it */
export const earningsQuery = (page: string | null) =>
  apiQuery(
    ['studio', 'earnings', page],
    readEarnings,
    { page: Number(page ?? 1) },
    { refetchOnMount: 'always' },
  )

export const earningsDueQuery = apiQuery(
  ['studio', 'earnings', 'due'],
  readEarningsDue,
  {},
  { refetchOnMount: 'always' },
)
