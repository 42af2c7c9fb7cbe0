import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { call } from '../../ui/call.ts'
import { createListUrl } from '../../ui/listUrl.ts'
import { AuditAction, listAuditEntries } from './contract.ts'

const AuditListQuery = z.object({
  actorId: z.uuid().optional().catch(undefined),
  action: AuditAction.optional().catch(undefined),
  subjectId: z.string().min(1).max(64).optional().catch(undefined),
  page: z.coerce.number().int().min(1).max(10_000).catch(1),
})
export type AuditListQuery = z.output<typeof AuditListQuery>

export const auditListUrl = createListUrl('/admin/audit', AuditListQuery)

/** What is looked for in the log; it grows all the time, so each look is a new one. */
export const auditQuery = (look: AuditListQuery) =>
  queryOptions({
    queryKey: ['audit', look],
    queryFn: ({ signal }) => call(listAuditEntries, look, { signal }),
    refetchOnMount: 'always',
  })
