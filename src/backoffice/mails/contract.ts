import { z } from 'zod'
import { endpoint } from '../../wire/endpoint.ts'
import { id, optionalText, pageFields, pageOf } from '../../wire/fields.ts'
import { MailState, MailDelivery } from '../../wire/mail.ts'

export const AdminMail = MailDelivery.extend({
  /** Null when the data that it needs was erased. */
  subject: z.string().nullable(),
})
export type AdminMail = z.output<typeof AdminMail>

export const listMails = endpoint('GET /api/admin/mails', 'admin', {
  summary: 'All mails with their state, newest first, a page at a time',
  input: z.object({
    /** Empty for all. */
    state: MailState.or(z.literal('')).nullish(),
    /** Part of an e-mail address, a whole order number, or the name of a template. */
    q: optionalText(120),
    ...pageFields(25),
  }),
  /** `total` is counted up to 10,000. */
  output: pageOf(AdminMail),
})

export const resendMail = endpoint('POST /api/admin/mails/:mailId/send', 'admin', {
  summary: 'Send a mail again that was given up, under the same Message-ID; it is tried for another week',
  input: z.object({ mailId: id }),
  output: AdminMail,
  status: 200,
})
