import { z } from 'zod'
import { AuditAction } from './contract.ts'

/** What an address asks of the log; what it can't mean is as if it were not there. */
export const Look = z.object({
  actorId: z.uuid().optional().catch(undefined),
  action: AuditAction.optional().catch(undefined),
  subjectId: z.string().min(1).max(64).optional().catch(undefined),
  page: z.coerce.number().int().min(1).max(10_000).catch(1),
})
export type Look = z.output<typeof Look>

export const lookIn = (search: URLSearchParams): Look => Look.parse(Object.fromEntries(search))

/** The address of another look: what changes of this one; it begins at its first page unless it says which. */
export function auditAddress(look: Look, change: Partial<Look>): string {
  const { page, actorId, action, subjectId } = { ...look, page: 1, ...change }
  const search = new URLSearchParams({
    ...(actorId && { actorId }),
    ...(action && { action }),
    ...(subjectId && { subjectId }),
    ...(page > 1 && { page: String(page) }),
  })
  return search.size > 0 ? `/admin/audit?${search}` : '/admin/audit'
}
