import { z } from 'zod'
import { BoughtGiftCard, CreditPayment } from '../../money/credit/contract.ts'
import { endpoint } from '../../wire/endpoint.ts'
import { cents, day, id, dateTime, optionalCents, optionalText, quantity } from '../../wire/fields.ts'
import { mailTemplate } from '../../wire/mail.ts'
import { AppliedPromotion } from '../promotions/contract.ts'
import { PickupPoint } from '../shipping/pickup.contract.ts'

export const OrderStatus = z.enum(['PENDING', 'PAID', 'PROCESSING', 'SHIPPED', 'DELIVERED', 'CANCELLED'])
export type OrderStatus = z.output<typeof OrderStatus>

/** The carrier name of a parcel without tracking. */
export const STANDARD_POST = 'Standaard Post'

export const OrderItem = z.object({
  id,
  orderId: id,
  productId: id,
  quantity: z.int(),
  pricePerItem: cents,
  /** Cents off the whole line; omitted without a discount. */
  discount: cents.optional(),
  product: z.object({ name: z.string(), imageUrl: z.string().nullable() }),
  /** Nothing is sent. Once it is delivered, as its buyer asked for by ordering, there is no right to withdraw. */
  isDigital: z.boolean(),
  /** Sealed for hygiene: can be returned only with its seal intact. */
  hygieneSealed: z.boolean(),
  picked: z.boolean(),
  /** When it was delivered digitally; null when it was not, or was taken back. */
  deliveredAt: dateTime.nullable(),
  /** Only of a line of gift cards; empty until it is paid. */
  giftCards: z.array(BoughtGiftCard).optional(),
})
export type OrderItem = z.output<typeof OrderItem>

export const OrderSummary = z.object({
  id,
  number: z.string(),
  createdAt: dateTime,
  status: OrderStatus,
  /** Left out of older answers. */
  paidAt: dateTime.nullish(),
  /** It ended, and no payment of it was ever paid, not even too late; left out of older answers. */
  isNeverPaid: z.boolean().optional(),
  total: cents,
  /** Every line is digital: nothing is sent. */
  isDigital: z.boolean(),
  hasTracking: z.boolean(),
  /** Cents: the part of `total` for tracking, at the price of that day. */
  trackingCost: cents,
  /** Cents: the part of `total` for standard shipping; left out of older answers. */
  shippingCost: optionalCents,
  /** Cents: the part of `total` that gift cards and store credit pay or paid; left out without any. */
  creditTotal: optionalCents,
})
export type OrderSummary = z.output<typeof OrderSummary>

export const Order = OrderSummary.extend({
  paidAt: dateTime.nullable(),
  shippedAt: dateTime.nullable(),
  deliveredAt: dateTime.nullable(),
  trackingCode: z.string().nullable(),
  shippingCarrier: z.string().nullable(),
  shippingFirstName: z.string().nullable(),
  shippingLastName: z.string().nullable(),
  shippingCompany: z.string().nullable(),
  shippingStreet: z.string().nullable(),
  shippingHouseNumber: z.string().nullable(),
  shippingPostalCode: z.string().nullable(),
  shippingCity: z.string().nullable(),
  shippingCountry: z.string().nullable(),
  /** Where it is collected instead; left out when it is brought home. */
  pickupPoint: PickupPoint.nullish(),
  comments: z.string().nullable(),
  /** The day on which its parcel is to arrive, as was promised when it was paid. */
  promisedOn: day.nullable(),
  /** The promotions that lowered its price; omitted without any. */
  promotions: z.array(AppliedPromotion).optional(),
  /** The payments by gift cards and store credit; omitted without any. With it, the amount for the provider. */
  creditPayments: z.array(CreditPayment).optional(),
  dueTotal: cents.optional(),
  /** The payment page, while the order is PENDING. */
  paymentUrl: z.string().nullable(),
  /** Its buyer broke off its payment, as the provider says, and it ended with that; left out otherwise. */
  isPaymentBrokenOff: z.literal(true).optional(),
  items: z.array(OrderItem),
})
export type Order = z.output<typeof Order>

export const listOrders = endpoint('GET /api/orders', 'buyer', {
  summary: "One's own orders, newest first",
  output: z.array(OrderSummary),
})

export const readOrder = endpoint('GET /api/orders/:orderId', 'buyer', {
  summary: "One of one's own orders, with its lines and address",
  input: z.object({ orderId: id }),
  output: Order,
})

export const listOrderItems = endpoint('GET /api/orders/:orderId/items', 'buyer', {
  summary: "The lines of one of one's own orders",
  input: z.object({ orderId: id }),
  output: z.array(OrderItem),
})

export const payAgain = endpoint('POST /api/orders/:orderId/pay', 'buyer', {
  summary: 'A fresh payment for an order that is not paid yet',
  input: z.object({ orderId: id }),
  output: z.object({ paymentUrl: z.string() }),
  status: 200,
  problems: ['INSUFFICIENT_STOCK', 'ORDER_NOT_PAYABLE', 'PROVIDER_UNAVAILABLE'],
})

export const cancelOrder = endpoint('POST /api/orders/:orderId/cancel', 'buyer', {
  summary:
    "Cancel one of one's own orders that is paid and not being packed yet; all that was paid for it is refunded",
  input: z.object({ orderId: id }),
  output: Order,
  status: 200,
  problems: ['GIFT_CARD_USED', 'ORDER_NOT_CANCELLABLE'],
})

/** The page that a mailed link of a guest opens; without a token it is where a guest asks for one. */
export const GUEST_ORDER_PATH = '/bestelling'

export const OrderMail = z.object({
  number: z.string(),
  /** The page of the order; for a guest the one that the token in its link opens. */
  url: z.string(),
  /** Of a guest: links to the order get a token for it. */
  guestOrderId: id.optional(),
  totalCents: cents,
  /** Whether it is shipped; a digital order has no address. */
  isSent: z.boolean(),
  /** Whether all of it is delivered: a digital order is as soon as it is paid. */
  isDelivered: z.boolean().default(false),
  /** The day on which it is to arrive, once it is paid. */
  promisedOn: day.nullable().default(null),
  shopName: z.string(),
  /** The attached invoice. */
  invoiceId: id.nullish(),
})

/** The order is paid: thanks, and the next steps. */
export const orderPaidMail = mailTemplate('order-paid', OrderMail)

/** The order was placed and is not paid yet. */
export const orderReceivedMail = mailTemplate('order-received', OrderMail)

/** A payment failed, and the order was cancelled. */
export const paymentFailedMail = mailTemplate(
  'payment-failed',
  // Its buyer broke off the payment, as the provider says.
  OrderMail.extend({ isBrokenOff: z.boolean().default(false) }),
)

/** A refund after the order was invoiced. */
export const orderCreditedMail = mailTemplate(
  'order-credited',
  OrderMail.extend({
    /** To a gift card or store credit. */
    isToCredit: z.boolean().default(false),
  }),
)

/** The VAT of a business went back; with a credit note and the invoice that replaces the first. */
export const orderVatCorrectedMail = mailTemplate(
  'order-vat-corrected',
  OrderMail.extend({ invoiceIds: z.array(id).default([]) }),
)

/** A late payment, which is refunded in full. */
export const orderRefundedMail = mailTemplate(
  'order-refunded',
  OrderMail.extend({
    /** True when the shop had cancelled it, false when it was out of stock. */
    wasCancelled: z.boolean().default(false),
  }),
)

/** A duplicate payment, which is refunded in full. */
export const orderPaidTwiceMail = mailTemplate('order-paid-twice', OrderMail)

/** The order is shipped; with its tracking link, if any. */
export const orderShippedMail = mailTemplate(
  'order-shipped',
  OrderMail.extend({
    tracking: z.object({ carrier: z.string(), code: z.string(), url: z.string() }).nullish(),
  }),
)

export const orderDeliveredMail = mailTemplate('order-delivered', OrderMail)

/** The digital lines of the order are delivered, with a link that works without signing in. */
export const orderDigitalMail = mailTemplate(
  'order-digital',
  OrderMail.extend({
    orderId: id,
    /** Whether that is all of the order. */
    isWhole: z.boolean(),
  }),
)

/** The shop, or the buyer, cancelled the order. */
export const orderCancelledMail = mailTemplate(
  'order-cancelled',
  OrderMail.extend({
    /** Whether it was paid. */
    isPaid: z.boolean().default(false),
    byBuyer: z.boolean().default(false),
    /** The amount that is refunded with it; 0 when an admin decides on that. */
    refundCents: cents.default(0),
  }),
)

/** A refund of an order: an amount, lines, or all that is left when neither is given. */
export const OrderRefundRequest = z.object({
  orderId: id,
  /** Cents. */
  amount: z.int().min(1, 'Vul een bedrag boven 0 in.').nullish(),
  items: z
    .array(z.object({ itemId: id, quantity }))
    .min(1, 'Kies minstens één regel.')
    .max(100)
    .nullish(),
  /** Whether the returned units can be sold again. */
  restock: z.boolean().default(false),
  /** All of it to the buyer's store credit, instead of where it came from. */
  asStoreCredit: z.boolean().optional(),
  reason: optionalText(200),
})
export type OrderRefundRequest = z.output<typeof OrderRefundRequest>

/** Cents: the refunded amount, and the amount that is still refundable. */
export const OrderRefund = z.object({ refundId: id, amount: cents, left: cents })
export type OrderRefund = z.output<typeof OrderRefund>
