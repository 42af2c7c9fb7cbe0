import { queryOptions } from '@tanstack/react-query'
import { call } from '../web/call.ts'
import { listAuditEntries } from './contract.ts'
import type { Look } from './look.rules.ts'

/** What is looked for in the log; it grows all the time, so each look is a new one. */
export const auditQuery = (look: Look) =>
  queryOptions({
    queryKey: ['audit', look],
    queryFn: ({ signal }) => call(listAuditEntries, look, { signal }),
    refetchOnMount: 'always',
  })
