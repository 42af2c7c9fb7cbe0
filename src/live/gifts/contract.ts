import { z } from 'zod'
import { BusinessDetails, ofBusiness } from '../../money/vat/number.contract.ts'
import { statedCountry } from '../../wire/vat.ts'
import { endpoint } from '../../wire/endpoint.ts'
import { cents, id, dateTime, optionalText } from '../../wire/fields.ts'
import { mailTemplate } from '../../wire/mail.ts'

/** `HELD`: another customer is paying for it; `GIVEN`: it is single, and was given. */
export const GiftState = z.enum(['FREE', 'HELD', 'GIVEN'])
export type GiftState = z.output<typeof GiftState>

export const Gift = z.object({
  id,
  name: z.string(),
  description: z.string(),
  price: cents,
  imageUrl: z.string().nullable(),
  isSingle: z.boolean(),
  state: GiftState,
  /** The creator who receives it. */
  ownerName: z.string(),
  ownerAvatarUrl: z.string().nullable(),
  createdAt: dateTime,
  /** The price is without VAT, for which the business accounts itself; left out otherwise. */
  isReverseCharged: z.literal(true).optional(),
})
export type Gift = z.output<typeof Gift>

export const listGifts = endpoint('GET /api/gifts', 'customer', {
  summary:
    "The creators' public wish list, in their order, with what was given already; with a VAT number, at the price of its business",
  input: z.object(ofBusiness),
  output: z.array(Gift),
})

/** Maximum characters of the buyer's name. */
export const MAX_BUYER_NAME_LENGTH = 60

export const purchaseGift = endpoint('POST /api/gifts/:giftId/purchase', 'customer', {
  summary: 'Give a gift: makes the purchase and a payment for it; a single gift is held meanwhile',
  idempotent: true,
  input: z.object({
    giftId: id,
    isAnonymous: z.boolean().default(false),
    /** The buyer's name for the creator; the display name when it is left out. Ignored when the purchase is anonymous. */
    buyerName: optionalText(MAX_BUYER_NAME_LENGTH),
    /**
     * The price that the customer saw, in cents: when the price is another by now, nothing is bought. Never the charged price.
     */
    expectedPrice: cents.nullish(),
    statedCountry,
    /** The business that the user buys for; with a number of another member state that VIES knows, without VAT. */
    business: BusinessDetails.nullish(),
  }),
  output: z.object({ purchaseId: id, paymentUrl: z.string() }),
  problems: [
    'GIFT_GIVEN',
    'GIFT_HELD',
    'ORDER_NOT_PAYABLE',
    'PAYMENT_OWED',
    'PRICE_CHANGED',
    'PROVIDER_UNAVAILABLE',
    'TERMS_CHANGED',
  ],
})

/** `REFUNDED`: it was paid, and the money was refunded. */
export const GiftPurchaseStatus = z.enum(['PENDING', 'PAID', 'CANCELLED', 'REFUNDED'])
export type GiftPurchaseStatus = z.output<typeof GiftPurchaseStatus>

export const GiftPurchase = z.object({
  id,
  giftName: z.string(),
  amount: cents,
  isAnonymous: z.boolean(),
  status: GiftPurchaseStatus,
  createdAt: dateTime,
})

export const readGiftPurchase = endpoint('GET /api/gifts/purchases/:purchaseId', 'customer', {
  summary: "One of one's own gifts to a creator, as it stands; 404 for anyone else's",
  input: z.object({ purchaseId: id }),
  output: GiftPurchase.extend({
    ownerName: z.string(),
    /** Its buyer broke off its payment, as the provider says; left out otherwise. */
    isPaymentBrokenOff: z.literal(true).optional(),
  }),
})

export const ReceivedGift = z.object({
  id,
  giftName: z.string(),
  amount: cents,
  /** Null when the buyer is anonymous. */
  buyerName: z.string().nullable(),
  paidAt: dateTime,
})
export type ReceivedGift = z.output<typeof ReceivedGift>

export const listReceivedGifts = endpoint('GET /api/studio/gifts', 'model', {
  summary: 'What one was given, the newest first, at most a hundred',
  output: z.array(ReceivedGift),
})

/** A gift was paid; its creator has been notified. */
export const giftPaidMail = mailTemplate(
  'gift-paid',
  z.object({
    totalCents: cents,
    isAnonymous: z.boolean(),
    url: z.string(),
    shopName: z.string(),
    /** Number of the attached invoice. */
    invoiceId: id,
  }),
)

/** A late or a duplicate payment: it is refunded. */
export const giftReturnedMail = mailTemplate(
  'gift-returned',
  z.object({ why: z.enum(['LATE', 'TWICE']), totalCents: cents, url: z.string(), shopName: z.string() }),
)

/** A gift is refunded after it was given. */
export const giftCreditedMail = mailTemplate(
  'gift-credited',
  z.object({
    totalCents: cents,
    url: z.string(),
    shopName: z.string(),
    /** Number of the attached credit note. */
    invoiceId: id,
  }),
)
