import { z } from 'zod'
import { PaymentMethod } from '../../../wire/paymentSettings.ts'
import { AuditEntry } from '../../../people/audit/admin/contract.ts'
import { Invoice } from '../../../money/invoices/contract.ts'
import { PeppolDocument } from '../../../money/invoices/peppol/contract.ts'
import {
  Order,
  OrderItem,
  OrderStatus,
  OrderSummary,
  STANDARD_POST,
  OrderRefundRequest,
  OrderRefund,
} from '../contract.ts'
import { RefundDetails, PaymentStatus } from '../../../money/payments/contract.ts'
import { AdminDelivery } from '../../downloads/admin/contract.ts'
import { Withdrawal } from '../../withdrawals/contract.ts'
import { VatCorrection } from '../../../money/vat/admin/contract.ts'
import { ShippingLabel } from './shippingLabels/contract.ts'
import { endpoint } from '../../../wire/endpoint.ts'
import { cents, id, dateTime, optionalText, pageOf } from '../../../wire/fields.ts'
import { MailDelivery } from '../../../wire/mail.ts'

/** The carriers of the form, and bpost. */
export const carriers = ['PostNL', 'DHL', 'UPS', 'FedEx', 'DPD', 'bpost'] as const

export const AdminOrderSummary = OrderSummary.extend({
  /** The customer. */
  userId: id,
  email: z.string(),
  /** The recipient, or the customer when nothing is shipped. */
  customerName: z.string(),
  paidAt: dateTime.nullable(),
  shippedAt: dateTime.nullable(),
  trackingCode: z.string().nullable(),
  shippingCarrier: z.string().nullable(),
})
export type AdminOrderSummary = z.output<typeof AdminOrderSummary>

export const OrderSort = z.enum(['newest', 'oldest', 'total-high', 'total-low'])
export type OrderSort = z.output<typeof OrderSort>

/** `KEPT`: all but those that were never paid, which are `NEVER_PAID`. */
export const OrderListStatus = z.enum([...OrderStatus.options, 'KEPT', 'NEVER_PAID'])

export const listAdminOrders = endpoint('GET /api/admin/orders', 'admin', {
  summary:
    'All orders, newest first unless sorted otherwise: paged when `page` is given, else a thousand as an array',
  input: z.object({
    /** Part of an order number, a name or an e-mail address. */
    q: optionalText(120),
    /** Empty for all. */
    status: OrderListStatus.or(z.literal('')).nullish(),
    sort: OrderSort.default('newest'),
    page: z.coerce.number().int().min(1).max(10_000).optional(),
    pageSize: z.coerce.number().int().min(1).max(100).default(25),
  }),
  /** `total` is counted up to 10,000; a search finds only the newest few hundred. */
  output: z.union([z.array(AdminOrderSummary), pageOf(AdminOrderSummary)]),
})

export const AdminOrderItem = OrderItem.extend({
  /** The refunded units of `quantity`. */
  refundedQuantity: z.int(),
  /** Cents of the line's price that went back as VAT; omitted without. */
  vatReturned: cents.optional(),
})

/** A payment attempt. */
const AdminPayment = z.object({
  id,
  status: PaymentStatus,
  amountCents: cents,
  currency: z.string(),
  /** `manual` for a manual payment. */
  provider: z.string(),
  providerId: z.string().nullable(),
  /** The mismatch with the provider, if any. */
  problem: z.string().nullable(),
  createdAt: dateTime,
  settledAt: dateTime.nullable(),
  /** Null until it is paid, and where its provider names none. */
  method: PaymentMethod.nullable(),
  /** Cents that it cost by the owner's table; null until it is paid. */
  feeCents: cents.nullable(),
})

/** A chargeback by the customer's bank. */
const AdminChargeback = z.object({ id, paymentId: id, amountCents: cents, createdAt: dateTime })

export const AdminOrder = Order.extend({
  /** `isGuest`: who has no account, and so no store credit to spend. */
  customer: z.object({ id, email: z.string(), displayName: z.string(), isGuest: z.boolean() }),
  items: z.array(AdminOrderItem),
  /** The ids of its promotions that were used up, or used by this customer, when it was paid late; left out without any. */
  promotionsBeyondLimit: z.array(id).optional(),
  payments: z.array(AdminPayment),
  refunds: z.array(RefundDetails),
  chargebacks: z.array(AdminChargeback),
  /** The company that bought, by its VAT number; null for a consumer. */
  business: z.object({ name: z.string(), vatNumber: z.string() }).nullable(),
  /** The invoice and credit notes; `url` is the PDF, `peppol` null for documents that do not go over that network. */
  invoices: z.array(Invoice.extend({ url: z.string(), peppol: PeppolDocument.nullable() })),
  /** Of a business that was sold to with VAT because VIES did not answer. */
  vatCorrection: VatCorrection.nullable(),
  mails: z.array(MailDelivery),
  withdrawals: z.array(Withdrawal),
  /** The lines that were delivered digitally. */
  deliveries: z.array(AdminDelivery),
  /** At the carriers, the oldest first. */
  labels: z.array(ShippingLabel),
  /** The audit entries about the order and its payments, shipping and withdrawals, newest first. */
  deeds: z.array(AuditEntry),
})
export type AdminOrder = z.output<typeof AdminOrder>

export const readAdminOrder = endpoint('GET /api/admin/orders/:orderId', 'admin', {
  summary:
    'Everything about an order: lines, payments, refunds, invoices, mails, withdrawals and who did what',
  input: z.object({ orderId: id }),
  output: AdminOrder,
})

const incomplete = 'Voer tracking code en verzender in voordat je verzendt'

/** Letters and digits, with spaces, dots and dashes between them; it is displayed and used in links. */
const trackingCode = z
  .string({ error: incomplete })
  .trim()
  .min(1, incomplete)
  .regex(/^[A-Za-z0-9](?:[A-Za-z0-9 .-]{0,58}[A-Za-z0-9])?$/, 'Deze tracking code klopt niet.')

/** Normalizes the name of a carrier to the shop's spelling. */
const carrierFrom = (names: readonly string[]) =>
  z
    .string({ error: incomplete })
    .trim()
    .min(1, incomplete)
    .transform(typed => names.find(name => name.toLowerCase() === typed.toLowerCase()) ?? '')
    .refine(Boolean, `Kies ${names.slice(0, -1).join(', ')} of ${names.at(-1)}.`)

const empty = z.literal('').transform(() => null)

export const setOrderStatus = endpoint('PUT /api/admin/orders/:orderId/status', 'admin', {
  summary: 'Give an order any status by hand, with what that means for its stock, its payment and its buyer',
  confirmation: 'recent',
  // Paid by hand, it delivers gift cards and codes. The daily actions of a picker ask for nothing.
  needsConfirmation: ({ status }) => status === 'PAID' || status === 'CANCELLED',
  input: z.object({
    orderId: id,
    status: OrderStatus,
    trackingCode: empty.or(trackingCode).nullish(),
    shippingCarrier: empty.or(carrierFrom([...carriers, STANDARD_POST])).nullish(),
  }),
  output: AdminOrder,
  problems: [
    'GIFT_CARD_USED',
    'INSUFFICIENT_STOCK',
    'ITEMS_NOT_PICKED',
    'NOTHING_TO_SHIP',
    'ORDER_REFUNDED',
    'TRACKING_REQUIRED',
  ],
})

export const setTracking = endpoint('PUT /api/admin/orders/:orderId/tracking', 'admin', {
  summary: 'Send an order with a carrier and a code; its buyer gets a mail with the way to follow it',
  input: z.object({ orderId: id, trackingCode, shippingCarrier: carrierFrom(carriers) }),
  output: AdminOrder,
  problems: [
    'INSUFFICIENT_STOCK',
    'ITEMS_NOT_PICKED',
    'NOTHING_TO_SHIP',
    'ORDER_NOT_PAID',
    'ORDER_REFUNDED',
    'TRACKING_REQUIRED',
  ],
})

export const setPicked = endpoint('PUT /api/admin/orders/:orderId/items/:itemId', 'admin', {
  summary: 'Note that a line of an order was picked, or not',
  input: z.object({ orderId: id, itemId: id, picked: z.boolean() }),
  output: AdminOrderItem,
  problems: ['ORDER_CANCELLED'],
})

/** As many as a page of the list can have. */
export const MAX_ORDERS_AT_ONCE = 100

const orderId = z.uuid('Deze bestelling bestaat niet.')
const orderIds = z
  .array(orderId)
  .min(1, 'Kies minstens één bestelling.')
  .max(MAX_ORDERS_AT_ONCE, `Kies hoogstens ${MAX_ORDERS_AT_ONCE} bestellingen tegelijk.`)

/** The result for one of several orders. */
const ShipResult = z.object({
  orderId: id,
  /** Null for an unknown order. */
  number: z.string().nullable(),
  isShipped: z.boolean(),
  /** Why it was refused, in Dutch; null when it was shipped. */
  reason: z.string().nullable(),
})
export type ShipResult = z.output<typeof ShipResult>

export const shipOrders = endpoint('POST /api/admin/orders/ship', 'admin', {
  summary:
    'Send paid and picked orders without tracking by standard post; each is answered, refused ones with why',
  input: z.object({ orderIds }),
  output: z.array(ShipResult),
  status: 200,
  problems: ['NOT_FOUND'],
})

/** The response is a PDF, so the body is no JSON. */
export const downloadPackingSlips = endpoint('GET /api/admin/packing-slips', 'admin', {
  summary:
    'Packing slips of orders in one PDF, a page or more each: what to pack, and where it goes; no prices',
  input: z.object({
    /** May be repeated. */
    orderId: z
      .union([orderId.transform(one => [one]), orderIds], 'Kies minstens één bestelling.')
      .transform(ids => [...new Set(ids)]),
  }),
  output: z.null(),
  sends: 'application/pdf',
  problems: ['NOT_FOUND'],
})

/** The download path of packing slips. */
export const packingSlipsPath = (ids: string[]): string =>
  `${downloadPackingSlips.path}?${new URLSearchParams(ids.map(each => ['orderId', each]))}`

export const deliverOrder = endpoint('POST /api/admin/orders/:orderId/deliver', 'admin', {
  summary:
    'Deliver the digital lines of a paid order that could not be delivered before: its products have files or codes by now',
  confirmation: 'recent',
  input: z.object({ orderId: id }),
  /** How many lines were delivered. */
  output: z.object({ delivered: z.int() }),
  status: 200,
  problems: ['ORDER_NOT_PAID', 'ORDER_REFUNDED', 'STOCK_RESERVED'],
})

export const refundOrder = endpoint('POST /api/admin/orders/:orderId/refund', 'admin', {
  summary: 'Give money of an order back: an amount, lines, or all that is left when neither is given',
  confirmation: 'recent',
  idempotent: true,
  input: OrderRefundRequest,
  output: OrderRefund,
  problems: ['GIFT_CARD_USED', 'NO_STORE_CREDIT', 'ORDER_NOT_PAID', 'REFUND_TOO_LARGE'],
})
