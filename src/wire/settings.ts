import { z } from 'zod'
import { Company } from './company.ts'
import { DeliverySettings } from './deliverySettings.ts'
import { day, singleLine, typedText } from './fields.ts'
import { paymentFeeSettings, PaymentUse } from './paymentSettings.ts'
import { payoutSettings } from './payoutSettings.ts'
import { VatScheme } from './vat.ts'

const HolidayNotice = z
  .object({
    text: singleLine('Vul in wat klanten moeten weten.', 300),
    /** Days in Brussels, both included. */
    from: day,
    until: day,
  })
  .refine(({ from, until }) => from <= until, {
    // Only when both are valid days.
    when: ({ issues }) => issues.length === 0,
    path: ['until'],
    message: 'Kies een dag op of na de eerste dag.',
  })
export type HolidayNotice = z.output<typeof HolidayNotice>

/**
 * The price of standard shipping: nothing; nothing from an amount, and below it the cheapest rate of the zones; that rate for every order.
 */
export const ShippingPricing = z.enum(['FREE', 'FREE_FROM', 'ZONES'])
export type ShippingPricing = z.output<typeof ShippingPricing>

/** In cents; free shipping from a higher amount is taken for a typing error. */
export const MAX_FREE_SHIPPING_FROM = 100_000

/** In cents; a higher cost of tracked shipping is taken for a typing error. */
export const MAX_TRACKING_COST = 5000

/** In units; a higher threshold is taken for a typing error. */
export const MAX_LOW_STOCK_THRESHOLD = 1000

/** In months: the legal minimum in Belgium, and ten years. */
export const MIN_GIFT_CARD_MONTHS = 12
export const MAX_GIFT_CARD_MONTHS = 120
export const DEFAULT_GIFT_CARD_MONTHS = 24

/** Ten years, the longest that a scheme of cards asks for. */
export const MAX_IDENTITY_IMAGE_DAYS = 3653

/** With which a shop begins: ways out of the shop, and words that card schemes refuse. */
export const usualForbiddenWords =
  'whatsapp\ntelegram\nsnapchat\nonlyfans\nescort*\nprostitu*\nminderjarig*\ntiener*\nteen*\nschoolmeisje*\nincest*\nverkracht*'

/** Settings that an admin can change; the environment has the defaults. */
export const Settings = z.object({
  shopName: singleLine('Vul de naam van de winkel in.', 60),
  company: Company,
  vatScheme: VatScheme,
  /**
   * How many pieces of evidence show where the customer of something digital lives: one below € 100,000 a year across borders, else two
   * (Reg. 282/2011 art. 24b).
   */
  vatEvidence: z.enum(['ONE', 'TWO']).default('ONE'),
  /** Whether a product without a review shows a placeholder rating. */
  placeholderRating: z.boolean(),
  /** Whether a creator is let in by an application, a verified identity and a signed agreement alone; else an admin gives the role by hand. */
  creatorProgramme: z.boolean(),
  /** For how many days the photos of a document are kept after the decision on an application; 0: they go with it. */
  identityImageDays: z
    .int('Vul een heel aantal in.')
    .min(0, 'Vul een aantal vanaf 0 in.')
    .max(MAX_IDENTITY_IMAGE_DAYS, `Vul hoogstens ${MAX_IDENTITY_IMAGE_DAYS} dagen in.`)
    .default(0),
  /** Words that no creator may use in names and texts, and that the lobby does not search for: one a line, with `*` for any ending. */
  forbiddenWords: typedText().max(5000, 'Houd de lijst bij 5000 tekens.').default(''),
  storefrontAccess: z.enum(['members', 'public']),
  /** Surcharge for tracked shipping in cents, once per order. */
  trackingCost: z
    .int('Vul een bedrag in.')
    .min(0, 'Vul een bedrag vanaf € 0 in.')
    .max(MAX_TRACKING_COST, 'Vul een bedrag tot € 50 in.'),
  /** ISO 3166 alpha-2 of the countries that orders are shipped to. */
  shipsTo: z
    .array(z.string().regex(/^[A-Z]{2}$/, 'Dit is geen land.'))
    .min(1, 'Kies minstens één land.')
    .max(250)
    .transform(codes => [...new Set(codes)]),
  shippingPricing: ShippingPricing,
  /** Cents of products from which standard shipping is free, with FREE_FROM. */
  freeShippingFrom: z
    .int('Vul een bedrag in.')
    .min(1, 'Vul een bedrag boven € 0 in.')
    .max(MAX_FREE_SHIPPING_FROM, 'Vul een bedrag tot € 1000 in.'),
  /** The sender on labels of carriers: a name that does not reveal the products of the shop. */
  labelSender: singleLine('Vul in welke afzender op een label staat.', 35),
  /** This many units or fewer are low: admins see it in their list, and are notified when a sale leaves so few; 0: never low. */
  lowStockThreshold: z
    .int('Vul een heel aantal in.')
    .min(0, 'Vul een aantal vanaf 0 in.')
    .max(MAX_LOW_STOCK_THRESHOLD, `Vul een aantal tot ${MAX_LOW_STOCK_THRESHOLD} in.`),
  /** How many months a gift card is valid from the day of its mail. */
  giftCardMonths: z
    .int('Vul een aantal maanden in.')
    .min(
      MIN_GIFT_CARD_MONTHS,
      `Vul minstens ${MIN_GIFT_CARD_MONTHS} maanden in: zo lang is een cadeaubon minstens geldig.`,
    )
    .max(MAX_GIFT_CARD_MONTHS, `Vul hoogstens ${MAX_GIFT_CARD_MONTHS} maanden in.`),
  /** The payment provider of each kind of purchase, by name; a kind that is left out has that of the environment. */
  paymentProviders: z.partialRecord(PaymentUse, z.string().regex(/^[a-z_]{1,32}$/, 'Kies een betaaldienst.')),
  /** Whether credit that was paid at one provider may buy something that this provider refuses. */
  creditBuysAll: z.boolean(),
  ...paymentFeeSettings,
  ...payoutSettings,
  holidayNotice: HolidayNotice.nullable(),
  /** Null: no day of delivery is promised. */
  delivery: DeliverySettings.nullable(),
})
export type Settings = z.output<typeof Settings>

/** The settings that pages use. */
export const PublicShopSettings = z.object({
  name: z.string(),
  /** Whether visitors without an account may see the shop. */
  storefrontAccess: z.enum(['members', 'public']),
  /** Surcharge for tracked shipping in cents. */
  trackingCost: z.int(),
  /** ISO 3166 alpha-2 of the countries that orders are shipped to. */
  shipsTo: z.array(z.string()),
  shippingPricing: ShippingPricing,
  /** Cents of products from which standard shipping is free, with FREE_FROM. */
  freeShippingFrom: z.int(),
  /** Whether gift cards and store credit pay for minutes. */
  creditBuysMinutes: z.boolean(),
  /** Whether one can apply to become a creator. */
  creatorProgramme: z.boolean(),
  /** Whether carriers make labels for the shop, and have pick-up points. */
  hasCarriers: z.boolean(),
  pricesIncludeVat: z.boolean(),
  /** Whether it matters where who buys something digital lives. */
  asksCountry: z.boolean(),
  /** The holiday notice for customers; null when there is none now. */
  notice: z.string().nullable(),
  /** The label of the terms that apply, such as `1.0`. */
  termsVersion: z.string(),
  company: Company,
  /** From which a day of delivery is promised; null when none is. */
  delivery: DeliverySettings.nullable(),
})
export type PublicShopSettings = z.output<typeof PublicShopSettings>
