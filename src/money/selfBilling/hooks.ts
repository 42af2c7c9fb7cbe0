import { apiQuery } from '../../ui/call/hooks.ts'
import { listSelfBilled } from './contract.ts'

const key = ['studio', 'self-billed']
export const selfBilledQuery = apiQuery(key, listSelfBilled, {}, { refetchOnMount: 'always' })
