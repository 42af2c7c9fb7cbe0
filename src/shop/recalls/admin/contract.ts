import { z } from 'zod'
import { endpoint } from '../../../wire/endpoint.ts'
import {
  dateTime,
  day,
  id,
  optionalSingleLine,
  optionalText,
  pageFields,
  pageOf,
  requiredText,
} from '../../../wire/fields.ts'
import { Recall, Remedy } from '../contract.ts'

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

/** Words that make a danger seem smaller than it is; a notice has none of them (Reg. (EU) 2023/988, art. 36(2)(c)). */
const SOFTENING =
  /\b(vrijwillige?|uit voorzorg|voorzorgs\w*|voor de zekerheid|discretionaire?|zelden|zeldzame?|(?:specifieke|uitzonderlijke) (?:situaties|gevallen)|geen (?:ongevallen|ongelukken))\b/i

const SOFTENING_FRENCH =
  /\b(volontaire\w*|par précaution|à titre préventif|par mesure de précaution|discrétionnaire\w*|rare(?:s|ment)?|(?:situations|cas) (?:spécifiques|particuliers|exceptionnels)|aucun accident)(?![a-zà-ÿ])/i

function refuseSoftening(text: string | null, context: z.RefinementCtx, words: RegExp): void {
  const word = text === null ? undefined : words.exec(text)?.[0]
  if (word)
    context.addIssue({
      code: 'custom',
      message: `Laat “${word}” weg: een terugroeping mag niet kleiner maken wat er mis is.`,
    })
}

/** The description of a danger, or the instruction, without softening words. */
const noticeText = (message: string) =>
  requiredText(message, 2000).superRefine((text, context) => refuseSoftening(text, context, SOFTENING))

/** The same in French. */
const frenchText = optionalText(2000).superRefine((text, context) =>
  refuseSoftening(text, context, SOFTENING_FRENCH),
)

export const publishRecall = endpoint('POST /api/admin/recalls', 'admin', {
  summary: 'Recall a product that was sold in a period, variants too: publish it, and mail each buyer',
  idempotent: true,
  confirmation: 'recent',
  input: z
    .object({
      ...sold,
      hazard: noticeText('Schrijf wat er mis is.'),
      action: noticeText('Schrijf wat je klant moet doen.'),
      /** Left out: the manufacturer of its safety information. */
      brand: optionalSingleLine(120),
      identification: optionalText(500),
      remedies: z
        .array(Remedy)
        .min(1, 'Kies wat je klant kan krijgen.')
        .max(3)
        .refine(remedies => new Set(remedies).size === remedies.length, 'Kies elk één keer.'),
      /** Required where a buyer has no choice between at least two. */
      remedyException: optionalText(500),
      /** For buyers in Belgium: both, or neither. */
      hazardFr: frenchText,
      actionFr: frenchText,
      identificationFr: optionalText(500),
      remedyExceptionFr: optionalText(500),
    })
    .refine(({ hazardFr, actionFr }) => hazardFr !== null || actionFr === null, {
      path: ['hazardFr'],
      message: 'Schrijf ook in het Frans wat er mis is, of laat alle Franse velden leeg.',
    })
    .refine(({ hazardFr, actionFr }) => actionFr !== null || hazardFr === null, {
      path: ['actionFr'],
      message: 'Schrijf ook in het Frans wat je klant moet doen, of laat alle Franse velden leeg.',
    })
    .refine(
      ({ remedies, hazardFr, remedyExceptionFr }) =>
        remedies.length !== 1 || hazardFr === null || remedyExceptionFr !== null,
      { path: ['remedyExceptionFr'], message: 'Schrijf ook in het Frans waarom er niets te kiezen is.' },
    )
    .refine(({ remedies, remedyException }) => remedies.length !== 1 || remedyException !== null, {
      path: ['remedyException'],
      message: 'Laat je klant uit minstens twee kiezen. Kan er maar één, schrijf dan waarom.',
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
