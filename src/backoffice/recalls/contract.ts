import { z } from 'zod'
import { endpoint } from '../../wire/endpoint.ts'
import { dateTime, day, id, pageFields, pageOf, requiredText } from '../../wire/fields.ts'
import { Recall } from '../../shop/recalls/contract.ts'

export const AdminRecall = Recall.extend({
  productId: id,
  /** How many buyers were mailed, and how many opened the link in it. */
  buyers: z.int(),
  readers: z.int(),
})
export type AdminRecall = z.output<typeof AdminRecall>

export const listAdminRecalls = endpoint('GET /api/admin/recalls', 'admin', {
  summary: 'All recalls, newest first, with how many buyers have read them',
  output: z.array(AdminRecall),
})

const sold = { productId: z.guid('Kies een product.'), startsOn: day, endsOn: day }

export const countRecallBuyers = endpoint('GET /api/admin/recalls/buyers', 'admin', {
  summary: 'How many buyers a recall of a product would reach; makes nothing',
  input: z.object(sold),
  output: z.object({ buyers: z.int() }),
})

export const publishRecall = endpoint('POST /api/admin/recalls', 'admin', {
  summary: 'Recall a product that was sold in a period, variants too: publish it, and mail each buyer',
  idempotent: true,
  confirmation: 'recent',
  input: z
    .object({
      ...sold,
      hazard: requiredText('Schrijf wat er mis is.', 2000),
      action: requiredText('Schrijf wat je klant moet doen, en wat hij krijgt.', 2000),
    })
    .refine(({ startsOn, endsOn }) => startsOn <= endsOn, {
      path: ['endsOn'],
      message: 'De laatste dag ligt voor de eerste.',
    }),
  output: AdminRecall,
  problems: ['NOT_FOUND'],
})

/** A buyer who was mailed. */
export const RecallNotice = z.object({
  id,
  displayName: z.string(),
  orderId: id,
  orderNumber: z.string(),
  mailedAt: dateTime,
  readAt: dateTime.nullable(),
})
export type RecallNotice = z.output<typeof RecallNotice>

export const listRecallNotices = endpoint('GET /api/admin/recalls/:recallId/notices', 'admin', {
  summary: 'Who was mailed about a recall: first those who have not read it',
  input: z.object({ recallId: id, ...pageFields(50) }),
  output: pageOf(RecallNotice),
})

export const remindBuyers = endpoint('POST /api/admin/recalls/:recallId/remind', 'admin', {
  summary: 'Mail those again who have not read a recall, and were last mailed more than a day ago',
  input: z.object({ recallId: id }),
  output: z.object({ mailed: z.int() }),
  status: 200,
})
