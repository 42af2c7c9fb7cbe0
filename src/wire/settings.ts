import { z } from 'zod'
import { Company } from './company.ts'
import { day, singleLine } from './fields.ts'

/** What is in the prices: nothing; nothing, by the Belgian exemption for small enterprises; the Dutch 21 %. */
export const VatMode = z.enum(['NONE', 'BE_SMALL_BUSINESS', 'NL_21'])
export type VatMode = z.output<typeof VatMode>

const HolidayNotice = z
  .object({
    text: singleLine('Vul in wat klanten moeten weten.', 300),
    /** Days in Brussels, both included. */
    from: day,
    until: day,
  })
  .refine(({ from, until }) => from <= until, {
    // Only of two that are days.
    when: ({ issues }) => issues.length === 0,
    path: ['until'],
    message: 'Kies een dag op of na de eerste dag.',
  })
export type HolidayNotice = z.output<typeof HolidayNotice>

/** The most that tracked shipping may cost, in cents: more is a slip of the pen. */
export const MAX_TRACKING_COST = 5000

/** What the owner changes without a deploy. What the environment says holds until an admin saves. */
export const Settings = z.object({
  shopName: singleLine('Vul de naam van de winkel in.', 60),
  company: Company,
  vatMode: VatMode,
  /** Whether a product without a review shows a made-up rating. */
  placeholderRating: z.boolean(),
  storefrontAccess: z.enum(['members', 'public']),
  /** Cents that tracked shipping costs on top, once an order. */
  trackingCost: z
    .int('Vul een bedrag in.')
    .min(0, 'Vul een bedrag vanaf € 0 in.')
    .max(MAX_TRACKING_COST, 'Vul een bedrag tot € 50 in.'),
  holidayNotice: HolidayNotice.nullable(),
})
export type Settings = z.output<typeof Settings>

/** What an admin can change of the shop while a page is open. */
export const PublicShopSettings = z.object({
  name: z.string(),
  /** Whether visitors without an account may look around. */
  storefrontAccess: z.enum(['members', 'public']),
  /** Cents that tracked shipping costs on top. */
  trackingCost: z.int(),
  pricesIncludeVat: z.boolean(),
  /** What customers are told these days; null: nothing. */
  notice: z.string().nullable(),
  company: Company,
})
export type PublicShopSettings = z.output<typeof PublicShopSettings>
