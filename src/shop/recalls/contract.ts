import { z } from 'zod'
import { endpoint } from '../../wire/endpoint.ts'
import { dateTime, day, id } from '../../wire/fields.ts'
import { mailTemplate } from '../../wire/mail.ts'

/** The remedies of a buyer of a recalled product (Reg. (EU) 2023/988, art. 37). */
export const Remedy = z.enum(['REPAIR', 'REPLACEMENT', 'REFUND'])
export type Remedy = z.output<typeof Remedy>

/** A recall as everyone may read it (Reg. (EU) 2023/988, art. 36). */
export const Recall = z.object({
  id,
  productName: z.string(),
  imageUrl: z.string().nullable(),
  /** As they were when it was published. */
  brand: z.string().nullable(),
  model: z.string().nullable(),
  /** Batch or serial numbers, and where they are on the product. */
  identification: z.string().nullable(),
  /** The first and the last day on which it was sold. */
  startsOn: day,
  endsOn: day,
  /** The danger of the product. */
  hazard: z.string(),
  /** The instruction. */
  action: z.string(),
  /** The remedies that the buyer chooses from. */
  remedies: z.array(Remedy),
  /** Why there is no choice, where there is one remedy. */
  remedyException: z.string().nullable(),
  /** The same in French, where the owner wrote it: for buyers in Belgium. */
  hazardFr: z.string().nullable().default(null),
  actionFr: z.string().nullable().default(null),
  identificationFr: z.string().nullable().default(null),
  remedyExceptionFr: z.string().nullable().default(null),
  publishedAt: dateTime,
})
export type Recall = z.output<typeof Recall>

export const listRecalls = endpoint('GET /api/recalls', 'public', {
  summary: 'All recalls, newest first',
  output: z.array(Recall),
})

export const openRecall = endpoint('POST /api/recalls/open', 'public', {
  summary: 'The recall that a mailed link is about; noted as read by its buyer',
  input: z.object({ token: z.string().min(1).max(200) }),
  output: Recall,
  status: 200,
  problems: ['TOKEN_INVALID'],
})

/** The page of all recalls, and of the one that a mailed link is about. */
export const RECALLS_PATH = '/terugroepacties'

const MailedFrench = z.object({
  identification: z.array(z.string()),
  hazard: z.string(),
  action: z.string(),
  remedy: z.string(),
})

export const recallMail = mailTemplate(
  'recall',
  z.object({
    noticeId: z.string(),
    productName: z.string(),
    /** When it was sold. */
    startsOn: day,
    endsOn: day,
    /** Brand, model and numbers, in lines. */
    identification: z.array(z.string()).default([]),
    hazard: z.string(),
    action: z.string(),
    remedy: z.string(),
    /** For a buyer in Belgium. */
    french: MailedFrench.nullable().default(null),
    url: z.string(),
    shopName: z.string(),
  }),
)
