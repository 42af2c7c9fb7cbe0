import { z } from 'zod'
import { creditChoice, creditQuote, expectedDue, GiftCardDelivery } from '../../money/credit/contract.ts'
import { BusinessDetails } from '../../money/vat/number.contract.ts'
import { AddressInput } from '../../people/addresses/contract.ts'
import { statedCountry } from '../../wire/vat.ts'
import { endpoint } from '../../wire/endpoint.ts'
import { cents, email, id, quantity, typedText } from '../../wire/fields.ts'
import { AppliedPromotion, promotionCodes, RefusedCode } from '../promotions/contract.ts'

const items = z
  .array(z.object({ productId: id, quantity }), { error: 'Je winkelwagen is leeg.' })
  .min(1, 'Je winkelwagen is leeg.')
  .max(100, 'Je kunt hoogstens 100 verschillende producten bestellen.')

/** The summary of a basket: the current price of an order of it, in cents. */
export const Quote = z.object({
  lines: z.array(
    z.object({
      productId: id,
      quantity: z.int(),
      /** Each. */
      price: cents,
      /** Of the whole line. */
      discount: cents,
      /** Only of gift cards: no promotion counts for them, and neither cards nor store credit pay them. */
      isGiftCard: z.boolean().optional(),
    }),
  ),
  /** The lines at their prices, before discounts. */
  products: cents,
  promotions: z.array(AppliedPromotion),
  /** The codes that give nothing, and why. */
  refused: z.array(RefusedCode),
  /** The price of tracking with these promotions, when it is chosen; and the charge for it now. */
  trackingPrice: cents,
  trackingCost: cents,
  /** The price of standard shipping, to the country that was named or the nearest one. */
  shippingCost: cents,
  total: cents,
  /** The prices are without VAT, for which the business accounts itself; left out otherwise. */
  isReverseCharged: z.boolean().optional(),
})
export type Quote = z.output<typeof Quote>

/** The same with the payments by gift cards and store credit, and why it can't be shipped there. */
export const CartQuote = Quote.extend({
  ...creditQuote,
  shippingRefusal: z.string().optional(),
  /** Why its lines can't be paid together. */
  paymentRefusal: z.string().optional(),
})
export type CartQuote = z.output<typeof CartQuote>

export const quoteCart = endpoint('POST /api/cart/quote', 'shopper', {
  summary: 'What a basket costs with its codes and the promotions that apply by themselves; makes nothing',
  input: z.object({
    items,
    codes: promotionCodes.default([]),
    hasTracking: z.boolean().default(false),
    /** Where it goes, as an address has it; without it, the nearest country that is shipped to. */
    country: z.string().max(60).nullish(),
    /** Of a business, whose goods go to that country. */
    business: BusinessDetails.pick({ vatNumber: true }).optional(),
    ...creditChoice,
  }),
  output: CartQuote,
  status: 200,
  problems: ['NOT_FOUND'],
})

/** The buyer without an account, and the address; nothing that is delivered digitally needs an address. */
export const GuestDetails = z.object({
  email,
  address: AddressInput.omit({ isDefault: true }).nullish(),
  /** The terms, and being 18 or older. */
  acceptsTerms: z.literal(true, {
    error: 'Bevestig dat je 18 jaar of ouder bent en akkoord gaat met de voorwaarden.',
  }),
})
export type GuestDetails = z.input<typeof GuestDetails>

export const checkout = endpoint('POST /api/cart/checkout', 'shopper', {
  summary: 'Order: hold the stock, make a PENDING order and a payment for it',
  idempotent: true,
  input: z.object({
    items,
    addressId: id.nullish(),
    /** Of a guest, instead of `addressId`; without meaning for a customer. */
    guest: GuestDetails.optional(),
    hasTracking: z.boolean().default(false),
    /** The token of the pick-up point where it is collected, from `GET /api/pickup-points`. */
    pickupToken: z.string().max(4000).nullish(),
    comments: typedText()
      .max(1000, 'Een opmerking heeft hoogstens 1000 tekens.')
      .nullish()
      .transform(text => text || null),
    /** The total that the customer saw, in cents; only compared, never charged. A different total refuses the order. */
    expectedTotal: cents.nullish(),
    /** The business that the user buys for; with a number that VIES knows, of another member state that it is sent to, without VAT. */
    business: BusinessDetails.nullish(),
    /** When nothing is sent, and no address is known. */
    statedCountry,
    /** Without `expectedTotal`, a code that gives nothing refuses the order too. */
    codes: promotionCodes.optional(),
    ...creditChoice,
    expectedDue,
    /** To whom the gift cards of the basket go, one for each product; those without one go to the buyer. */
    giftCardDeliveries: z.array(GiftCardDelivery).max(100).optional(),
  }),
  /** `paymentUrl` is omitted when nothing is due. */
  output: z.object({ orderId: id, paymentUrl: z.string().optional() }),
  problems: [
    'ADDRESS_REQUIRED',
    'CREDIT_CHANGED',
    'INSUFFICIENT_STOCK',
    'NOT_FOUND',
    'NOT_SHIPPED_THERE',
    'ORDER_NOT_PAYABLE',
    'PRICE_CHANGED',
    'TERMS_CHANGED',
    'PROVIDER_UNAVAILABLE',
    'QUANTITY_LIMIT',
  ],
})
