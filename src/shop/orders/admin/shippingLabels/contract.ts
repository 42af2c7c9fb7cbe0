import { z } from 'zod'
import { OrderMail } from '../../contract.ts'
import { CarrierCode } from '../../../shipping/pickup.contract.ts'
import { endpoint } from '../../../../wire/endpoint.ts'
import { cents, dateTime, id } from '../../../../wire/fields.ts'
import { mailTemplate } from '../../../../wire/mail.ts'

export const LabelKind = z.enum(['SHIPMENT', 'RETURN'])
export type LabelKind = z.output<typeof LabelKind>

export const LabelStatus = z.enum(['REQUESTED', 'MADE', 'FAILED', 'CANCELLING', 'CANCELLED'])
export type LabelStatus = z.output<typeof LabelStatus>

/** Where a parcel is: known to the carrier, on its way, to be collected, not deliverable, delivered. */
export const ParcelState = z.enum(['ANNOUNCED', 'UNDERWAY', 'AT_POINT', 'UNDELIVERABLE', 'DELIVERED'])
export type ParcelState = z.output<typeof ParcelState>

export const ShippingLabel = z.object({
  id,
  orderId: id,
  kind: LabelKind,
  status: LabelStatus,
  carrier: CarrierCode,
  serviceName: z.string().nullable(),
  trackingCode: z.string().nullable(),
  /** Why it failed, or why the last attempt did. */
  failure: z.string().nullable(),
  state: ParcelState.nullable(),
  /** The carrier's words. */
  stateMessage: z.string().nullable(),
  stateAt: dateTime.nullable(),
  createdAt: dateTime,
  printedAt: dateTime.nullable(),
})
export type ShippingLabel = z.output<typeof ShippingLabel>

/** As many as are printed at once. */
export const MAX_LABELS_AT_ONCE = 50

const grams = z
  .int('Vul het gewicht in hele grammen in.')
  .min(1, 'Vul een gewicht boven 0 in.')
  .max(50_000, 'Een pakket weegt hoogstens 50 kilo.')

export const LabelService = z.object({
  code: z.string(),
  carrier: CarrierCode,
  name: z.string(),
  isTracked: z.boolean(),
  price: cents.nullable(),
})
export type LabelService = z.output<typeof LabelService>

export const readLabelOptions = endpoint('GET /api/admin/orders/:orderId/label-options', 'admin', {
  summary: 'What an order weighs, and the services that take it, the cheapest of each carrier first',
  input: z.object({ orderId: id, weight: z.coerce.number().int().min(1).max(50_000).optional() }),
  output: z.object({
    /** Grams. */
    weight: z.int(),
    /** Whether each product has a weight; if not, the parcel has to be weighed. */
    isWeightKnown: z.boolean(),
    services: z.array(LabelService),
  }),
  problems: ['LABELS_NOT_READY', 'NOT_FOUND', 'PROVIDER_UNAVAILABLE'],
})

const orderId = z.uuid('Deze bestelling bestaat niet.')

/** The result for one of several orders. */
export const LabelResult = z.object({
  orderId: id,
  /** Null for an unknown order. */
  number: z.string().nullable(),
  label: ShippingLabel.nullable(),
  /** Why no label is made, in Dutch. */
  reason: z.string().nullable(),
})
export type LabelResult = z.output<typeof LabelResult>

export const makeLabels = endpoint('POST /api/admin/labels', 'admin', {
  summary:
    'Have labels made for orders: one of each, by a job; to a pick-up point with its carrier. Each order is answered, refused ones with why',
  input: z.object({
    orderIds: z
      .array(orderId)
      .min(1, 'Kies minstens één bestelling.')
      .max(MAX_LABELS_AT_ONCE, `Kies hoogstens ${MAX_LABELS_AT_ONCE} bestellingen tegelijk.`),
    carrier: CarrierCode,
    /** Of one order; without it, the cheapest that takes each. */
    serviceCode: z.string().min(1).max(120).nullish(),
    /** Grams, of one order; without it, the weight of the products, and a refusal where only some have one. */
    weight: grams.nullish(),
  }),
  output: z.array(LabelResult),
  status: 200,
  problems: ['LABELS_NOT_READY', 'NOT_FOUND'],
})

export const makeReturnLabel = endpoint('POST /api/admin/orders/:orderId/return-label', 'admin', {
  summary: 'Have a return label made for an order that was sent; it is mailed to the buyer as a PDF',
  input: z.object({ orderId: id, carrier: CarrierCode }),
  output: ShippingLabel,
  problems: ['LABELS_NOT_READY', 'LABEL_EXISTS', 'NOT_SENT', 'NOT_FOUND'],
})

const labelId = z.uuid('Dit label bestaat niet.')
const labelIds = z
  .union([labelId.transform(one => [one]), z.array(labelId)], 'Kies minstens één label.')
  .transform(ids => [...new Set(ids)])
  .refine(ids => ids.length <= MAX_LABELS_AT_ONCE, `Kies hoogstens ${MAX_LABELS_AT_ONCE} labels tegelijk.`)

export const listLabels = endpoint('GET /api/admin/labels', 'admin', {
  summary: 'Labels by id: how far they are',
  input: z.object({ labelId: labelIds }),
  output: z.array(ShippingLabel),
})

export const cancelLabel = endpoint('POST /api/admin/labels/:labelId/cancel', 'admin', {
  summary: 'Have a label cancelled at the carrier, by a job; one that is over stays as it is',
  input: z.object({ labelId: id }),
  output: ShippingLabel,
  status: 200,
  problems: ['NOT_FOUND'],
})

export const Paper = z.enum(['A6', 'A4'])
export type Paper = z.output<typeof Paper>

/** The response is a PDF, so the body is no JSON. */
export const printLabels = endpoint('GET /api/admin/labels/print', 'admin', {
  summary: 'Labels in one PDF: each on a page of A6, or four on a page of A4',
  input: z.object({
    labelId: labelIds,
    paper: Paper.default('A6'),
    /** How many places of the first A4 page are used already. */
    used: z.coerce.number().int().min(0).max(3).default(0),
  }),
  output: z.null(),
  sends: 'application/pdf',
  problems: ['NOT_FOUND', 'PROVIDER_UNAVAILABLE'],
})

/** The download path of labels. */
export const printPath = (ids: string[], paper: Paper): string =>
  `${printLabels.path}?${new URLSearchParams([...ids.map(each => ['labelId', each]), ['paper', paper]])}`

export const sendcloudWebhook = endpoint('POST /api/webhooks/sendcloud', 'machine', {
  summary: 'The carrier says where a parcel is; its body is signed (`Sendcloud-Signature`)',
  input: z.object({ payload: z.string(), signature: z.string().optional() }),
  output: z.null(),
  status: 200,
  problems: ['NOT_FOUND'],
})

/** The return label, as a PDF with the mail. */
export const returnLabelMail = mailTemplate(
  'return-label',
  OrderMail.extend({
    carrierName: z.string(),
    labelId: id,
    /** The lines that come back by it, as its withdrawals say; empty when they don't. */
    lines: z.array(z.string()).default([]),
  }),
)
