import { z } from 'zod'
import { statedCountry } from '../../wire/vat.ts'
import { endpoint } from '../../wire/endpoint.ts'
import { cents, id, dateTime, singleLine } from '../../wire/fields.ts'
import { creditChoice, expectedDue } from '../credit/contract.ts'
import { mailTemplate } from '../../wire/mail.ts'
import { BusinessDetails, ofBusiness } from '../vat/number.contract.ts'

export const PackageId = z.enum(['quick', 'extended', 'premium', 'ultimate'])
export type PackageId = z.output<typeof PackageId>

export const MinutePackage = z.object({
  id: PackageId,
  name: z.string(),
  minutes: z.int(),
  /** The current price for this user. */
  price: cents,
  normalPrice: cents,
  popular: z.boolean(),
  /** True while the session price applies. */
  discounted: z.boolean(),
  /** The prices are without VAT, for which the business accounts itself; left out otherwise. */
  isReverseCharged: z.literal(true).optional(),
})
export type MinutePackage = z.output<typeof MinutePackage>

export const listMinutePackages = endpoint('GET /api/minute-packages', 'customer', {
  summary: 'The minute packages at the price this user pays now; with a VAT number, at that of its business',
  input: z.object(ofBusiness),
  output: z.array(MinutePackage),
})

/** Cents; a higher price is taken for a typing error. */
const packagePrice = z
  .int('Vul een bedrag in.')
  .min(100, 'Vul een bedrag vanaf € 1 in.')
  .max(100_000, 'Vul een bedrag tot € 1.000 in.')

export const AdminMinutePackage = z.object({
  id: PackageId,
  name: singleLine('Vul een naam in.', 60),
  minutes: z
    .int('Vul een aantal minuten in.')
    .min(1, 'Vul minstens 1 minuut in.')
    .max(600, 'Vul hoogstens 600 minuten in.'),
  normalPrice: packagePrice,
  /** For a buyer who controls a session. */
  sessionPrice: packagePrice,
  popular: z.boolean(),
  /** Whether it is for sale. */
  active: z.boolean(),
})
export type AdminMinutePackage = z.output<typeof AdminMinutePackage>

export const StoredMinutePackages = z.object({
  /** Increased by each save; 0 while these are the defaults. */
  version: z.int(),
  packages: z.array(AdminMinutePackage),
})
export type StoredMinutePackages = z.output<typeof StoredMinutePackages>

export const purchaseMinutes = endpoint('POST /api/purchase-minutes', 'customer', {
  summary: 'Buy minutes: makes the purchase and a payment for it; credited once, when paid',
  idempotent: true,
  /** The minutes and the price in cents are those that the client showed; only compared. */
  input: z.object({
    packageId: z.string().min(1).max(40),
    minutes: z.int(),
    price: z.int(),
    statedCountry,
    /** The business that the user buys for; with a number of another member state that VIES knows, without VAT. */
    business: BusinessDetails.nullish(),
    ...creditChoice,
    expectedDue,
    /** It is bought on the live page, to which its payment leads back; in a session it does so anyway. */
    fromLive: z.boolean().optional(),
    /** The buyer asks to start at once and gives up the right to withdraw; without it that right stays. */
    agreesToImmediateStart: z.boolean().optional(),
  }),
  /** `paymentUrl` is omitted when nothing is due: then they are credited. */
  output: z.object({ purchaseId: id, paymentUrl: z.string().optional() }),
  problems: [
    'CONFLICT',
    'CREDIT_CHANGED',
    'NOT_FOUND',
    'ORDER_NOT_PAYABLE',
    'PAYMENT_OWED',
    'PRICE_CHANGED',
    'PROVIDER_UNAVAILABLE',
    'TERMS_CHANGED',
  ],
})

export const readMinutePurchase = endpoint('GET /api/purchase-minutes/:purchaseId', 'customer', {
  summary: "One of one's own purchases of minutes; 404 for anyone else's",
  input: z.object({ purchaseId: id }),
  output: z.object({
    id,
    minutes: z.int(),
    status: z.enum(['PENDING', 'PAID', 'CANCELLED']),
    /** Its buyer broke off its payment, as the provider says; left out otherwise. */
    isPaymentBrokenOff: z.literal(true).optional(),
  }),
})

export const AdminMinutePurchase = z.object({
  id,
  userId: id,
  packageId: PackageId,
  /** The name of the package when it was bought. */
  packageName: z.string(),
  minutes: z.int(),
  price: cents,
  status: z.enum(['PENDING', 'PAID', 'CANCELLED']),
  createdAt: dateTime,
  paidAt: dateTime.nullable(),
  /** When the buyer gave up the right to withdraw; null without that. */
  waivedAt: dateTime.nullable(),
  refundedMinutes: z.int(),
  /** The refundable minutes, and the price paid for them in cents; minutes are spent oldest first. */
  unusedMinutes: z.int(),
  unusedCents: cents,
})

/** How an admin settled a debt: it was paid outside of the shop, or is not asked for any more. */
export const DebtResolution = z.enum(['PAID', 'WAIVED'], 'Kies hoe dit afgehandeld is.')
export type DebtResolution = z.output<typeof DebtResolution>

export const MinuteDebt = z.object({
  id,
  userId: id,
  purchaseId: id,
  amountCents: cents,
  createdAt: dateTime,
  /** Null while it is open. */
  settledAt: dateTime.nullable(),
  resolution: DebtResolution.nullable(),
})
export type MinuteDebt = z.output<typeof MinuteDebt>

const minutesMailProps = z.object({
  minutes: z.int(),
  totalCents: cents,
  /** The page to spend them on. */
  url: z.string(),
  shopName: z.string(),
  /** The attached invoice or credit note. */
  invoiceId: id,
})

/** Bought minutes were added to the balance. */
export const minutesCreditedMail = mailTemplate(
  'minutes-credited',
  minutesMailProps.extend({
    /** Whether the right to withdraw was given up; missing in mails of before. */
    hasWaived: z.boolean().default(false),
  }),
)

/** Unused minutes were removed from the balance and refunded. */
export const minutesRefundedMail = mailTemplate(
  'minutes-refunded',
  minutesMailProps.extend({
    /** To a gift card or store credit. */
    isToCredit: z.boolean().default(false),
  }),
)

/** The VAT of a business went back; with a credit note and the invoice that replaces the first. */
export const minutesVatCorrectedMail = mailTemplate(
  'minutes-vat-corrected',
  z.object({
    totalCents: cents,
    url: z.string(),
    shopName: z.string(),
    invoiceIds: z.array(id).default([]),
  }),
)

/** A duplicate payment, which is refunded in full. */
export const minutesPaidTwiceMail = mailTemplate(
  'minutes-paid-twice',
  z.object({ totalCents: cents, url: z.string(), shopName: z.string() }),
)
