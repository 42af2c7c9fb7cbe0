import { z } from 'zod'
import { endpoint } from '../../../wire/endpoint.ts'
import { id, dateTime, moment, pageFields, pageOf } from '../../../wire/fields.ts'
import { AuditAction, auditActions } from '../contract.ts'

export const AuditEntry = z.object({
  id,
  at: dateTime,
  /** The actor; null for the system itself. */
  actor: z.object({ id, displayName: z.string() }).nullable(),
  action: AuditAction,
  subjectKind: z.enum(Object.values(auditActions)),
  subjectId: z.string(),
  details: z.record(z.string(), z.unknown()),
})
export type AuditEntry = z.output<typeof AuditEntry>

export const listAuditEntries = endpoint('GET /api/admin/audit', 'admin', {
  summary: 'Who did what to what, newest first, a page at a time',
  input: z.object({
    actorId: z.uuid().optional(),
    action: AuditAction.optional(),
    /** The id of an order, toy, user, … */
    subjectId: id.optional(),
    from: moment().optional(),
    /** Exclusive. */
    until: moment().optional(),
    ...pageFields(25),
  }),
  /** Its total is at most 10,000. */
  output: pageOf(AuditEntry),
})
