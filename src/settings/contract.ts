import { z } from 'zod'
import {
  isChamberNumber,
  isEnterpriseNumber,
  isVatNumber,
  tidyEnterpriseNumber,
  tidyVatNumber,
} from '../wire/company.ts'
import { endpoint } from '../wire/endpoint.ts'
import { day, email, moment, optional, required } from '../wire/fields.ts'

const unbroken = { pattern: /^\P{Cc}*$/u, message: 'Gebruik één regel.' }

/** A line that must hold something. */
const line = (message: string, max: number) =>
  required(message, max).regex(unbroken.pattern, unbroken.message)

/** A line that may be left out. */
const optionalLine = (max = 120) =>
  optional(max).refine(text => text === null || unbroken.pattern.test(text), unbroken.message)

const numberMessages = {
  BE: 'Dit is geen ondernemingsnummer: controleer de tien cijfers.',
  NL: 'Dit is geen KVK-nummer: dat heeft acht cijfers.',
}

/** Who sells, as it stands under every page, in mails and on invoices. */
export const Company = z
  .object({
    name: line('Vul de naam van het bedrijf in.', 120),
    street: optionalLine(),
    postalCode: optionalLine(12),
    city: optionalLine(80),
    country: z.enum(['BE', 'NL']),
    /** Of the Belgian (KBO) or Dutch (KVK) register. */
    companyNumber: optionalLine(30).transform(text => text && tidyEnterpriseNumber(text)),
    vatNumber: optionalLine(30)
      .transform(text => text && tidyVatNumber(text))
      .refine(
        text => text === null || isVatNumber(text),
        'Dit is geen Belgisch of Nederlands btw-nummer: controleer de cijfers.',
      ),
    email: z
      .union([z.literal('').transform(() => null), z.null(), email])
      .optional()
      .transform(text => text ?? null),
    phone: optionalLine(40),
    /** Where a customer complains by letter; null: at the address above. */
    complaintsAddress: optionalLine(200),
  })
  .superRefine(({ country, companyNumber }, context) => {
    const isOne = country === 'BE' ? isEnterpriseNumber : isChamberNumber
    if (companyNumber === null || isOne(companyNumber)) return
    context.addIssue({ code: 'custom', path: ['companyNumber'], message: numberMessages[country] })
  })
export type Company = z.output<typeof Company>

/** What is in the prices: nothing; nothing, by the Belgian exemption for small enterprises; the Dutch 21 %. */
export const VatMode = z.enum(['NONE', 'BE_SMALL_BUSINESS', 'NL_21'])
export type VatMode = z.output<typeof VatMode>

const HolidayNotice = z
  .object({
    text: line('Vul in wat klanten moeten weten.', 300),
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
export const MOST_TRACKING = 5000

/** What the owner changes without a deploy. What the environment says holds until an admin saves. */
export const Settings = z.object({
  shopName: line('Vul de naam van de winkel in.', 60),
  company: Company,
  vatMode: VatMode,
  /** Whether a product without a review shows a made-up rating. */
  placeholderRating: z.boolean(),
  storefrontAccess: z.enum(['members', 'public']),
  /** Cents that tracked shipping costs on top, once an order. */
  trackingCost: z
    .int('Vul een bedrag in.')
    .min(0, 'Vul een bedrag vanaf € 0 in.')
    .max(MOST_TRACKING, 'Vul een bedrag tot € 50 in.'),
  holidayNotice: HolidayNotice.nullable(),
})
export type Settings = z.output<typeof Settings>

export const KeptSettings = z.object({
  /** Counts the times that an admin saved; 0: these are the environment's values. */
  version: z.int(),
  changedAt: moment.nullable(),
  settings: Settings,
})
export type KeptSettings = z.output<typeof KeptSettings>

export const readSettings = endpoint({
  method: 'GET',
  path: '/api/admin/settings',
  summary: 'What the owner has set, and its version',
  access: 'admin',
  output: KeptSettings,
})

export const changeSettings = endpoint({
  method: 'PUT',
  path: '/api/admin/settings',
  summary: 'Set all of it; 409 SETTINGS_CHANGED when `version` is not the last one any more',
  access: 'admin',
  input: Settings.extend({ version: z.int().min(0) }),
  output: KeptSettings,
})

/** What every page knows of the shop and may change while it is open. */
export const ShopNow = z.object({
  name: z.string(),
  storefrontAccess: z.enum(['members', 'public']),
  trackingCost: z.int(),
  pricesIncludeVat: z.boolean(),
  /** What customers are told these days; null: nothing. */
  notice: z.string().nullable(),
  company: Company,
})

export const readShop = endpoint({
  method: 'GET',
  path: '/api/shop',
  summary: 'Who sells, what tracked shipping costs, and what there is to know these days',
  access: 'public',
  output: ShopNow,
})
