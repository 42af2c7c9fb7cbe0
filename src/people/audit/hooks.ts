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

/** A page of audit entries; refetched at every visit, because entries are added all the time. */
export const auditQuery = (query: AuditListQuery) =>
  queryOptions({
    queryKey: ['audit', query],
    queryFn: ({ signal }) => call(listAuditEntries, query, { signal }),
    refetchOnMount: 'always',
  })
