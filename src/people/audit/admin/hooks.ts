import { z } from 'zod'
import { apiQuery } from '../../../ui/call/hooks.ts'
import { createListUrl, urlFields } from '../../../ui/lists/listUrl.ts'
import { listAuditEntries } from './contract.ts'
import { AuditAction } from '../contract.ts'

const AuditListQuery = z.object({
  actorId: z.uuid().optional().catch(undefined),
  action: AuditAction.optional().catch(undefined),
  subjectId: z.string().min(1).max(64).optional().catch(undefined),
  page: urlFields.page,
})
export type AuditListQuery = z.output<typeof AuditListQuery>

export const auditListUrl = createListUrl('/admin/audit', AuditListQuery)

/** A page of audit entries; refetched at every visit, because entries are added all the time. */
export const auditQuery = (query: AuditListQuery) =>
  apiQuery(['audit', query], listAuditEntries, query, { refetchOnMount: 'always' })
