import { apiQuery } from '../../ui/call/hooks.ts'
import { readEarningTerms } from './contract.ts'

export const earningTermsQuery = apiQuery(['earning-terms'], readEarningTerms, {})
