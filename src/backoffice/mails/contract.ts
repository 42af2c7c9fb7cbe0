import { z } from 'zod'
import { endpoint } from '../../wire/endpoint.ts'
import { id, dateTime, optionalText } from '../../wire/fields.ts'

/** `QUEUED`: it waits; `RETRYING`: it failed, and is tried again; `FAILED`: it was given up. */
export const MailState = z.enum(['QUEUED', 'RETRYING', 'SENT', 'FAILED'])
export type MailState = z.output<typeof MailState>

/** What became of a mail. What it says is for its reader alone. */
export const MailDelivery = z.object({
  id,
  template: z.string(),
  recipient: z.string(),
  state: MailState,
  attempts: z.int(),
  /** What the mail server, or the writing of it, said last. */
  lastError: z.string().nullable(),
  createdAt: dateTime,
  sentAt: dateTime.nullable(),
  /** When it was given up. */
  failedAt: dateTime.nullable(),
})

export const AdminMail = MailDelivery.extend({
  /** Null when its facts were erased. */
  subject: z.string().nullable(),
})
export type AdminMail = z.output<typeof AdminMail>

export const listMails = endpoint({
  method: 'GET',
  path: '/api/admin/mails',
  summary: 'All mails with their state, newest first, a page at a time',
  access: 'admin',
  input: z.object({
    /** Empty for all. */
    state: MailState.or(z.literal('')).nullish(),
    /** Part of an address, an order's whole number, or the name of a template. */
    q: optionalText(120),
    page: z.coerce.number().int().min(1).max(10_000).default(1),
    pageSize: z.coerce.number().int().min(1).max(100).default(25),
  }),
  output: z.object({
    items: z.array(AdminMail),
    /** At most 10,000. */
    total: z.int(),
    page: z.int(),
    pageSize: z.int(),
  }),
})

export const resendMail = endpoint({
  method: 'POST',
  path: '/api/admin/mails/:mailId/send',
  summary: 'Send a mail again that was given up, under the same Message-ID; it is tried for another week',
  access: 'admin',
  input: z.object({ mailId: id }),
  output: AdminMail,
  status: 200,
})
