import { z } from 'zod'
import { Quote } from '../../checkout/contract.ts'
import {
  MAX_PROMOTION_MINUTES,
  promotionCode,
  promotionCodes,
  PromotionKind,
  PromotionTarget,
} from '../contract.ts'
import { parseBrusselsTime } from '../../../wire/brusselsTime.ts'
import { endpoint } from '../../../wire/endpoint.ts'
import { cents, dateTime, id, quantity, requiredText } from '../../../wire/fields.ts'

/** A time on the clocks of Brussels: `2026-11-27T00:00`. */
const localTime = z
  .string()
  .refine(text => parseBrusselsTime(text) !== null, 'Vul een datum en een tijd in die bestaan.')

const MAX_AMOUNT = 10_000_00
const MAX_TARGETS = 200
/** Products of a bundle. */
const MAX_BUNDLED = 4
const invalidPercentage = 'Vul een percentage in van 1 tot 100.'
const invalidAmount = 'Vul een bedrag in van € 0,01 tot € 10.000,00.'
const invalidUnits = 'Vul een aantal in van 1 tot 20.'
const invalidMinutes = `Vul een aantal minuten in van 1 tot ${MAX_PROMOTION_MINUTES}.`
const invalidLimit = 'Vul een aantal boven 0 in, of niets.'

const units = z.int(invalidUnits).min(1, invalidUnits).max(20, invalidUnits).nullable().default(null)

export const PromotionFields = z.object({
  /** For admins. */
  title: requiredText('Vul een naam in.', 120),
  /** Null for one that applies by itself. */
  code: promotionCode
    .pipe(z.string().regex(/^[A-Z0-9-]{3,32}$/, 'Gebruik 3 tot 32 letters, cijfers en streepjes.'))
    .nullable()
    .default(null),
  kind: PromotionKind,
  percentage: z
    .int(invalidPercentage)
    .min(1, invalidPercentage)
    .max(100, invalidPercentage)
    .nullable()
    .default(null),
  amountCents: z
    .int(invalidAmount)
    .min(1, invalidAmount)
    .max(MAX_AMOUNT, invalidAmount)
    .nullable()
    .default(null),
  buyQuantity: units,
  freeQuantity: units,
  minutes: z
    .int(invalidMinutes)
    .min(1, invalidMinutes)
    .max(MAX_PROMOTION_MINUTES, invalidMinutes)
    .nullable()
    .default(null),
  target: PromotionTarget.default('EVERYTHING'),
  /** The ids of categories or products. */
  targetIds: z
    .array(z.guid('Dit bestaat niet meer.'))
    .max(MAX_TARGETS, `Kies er hoogstens ${MAX_TARGETS}.`)
    .transform(ids => [...new Set(ids.map(each => each.toLowerCase()))].toSorted())
    .default([]),
  /** Cents that the products of the basket cost at least, before discounts. */
  minimumCents: z.int(invalidAmount).min(0, invalidAmount).max(MAX_AMOUNT, invalidAmount).default(0),
  firstOrderOnly: z.boolean().default(false),
  oncePerCustomer: z.boolean().default(false),
  /** Null for no limit. */
  maxUses: z.int(invalidLimit).min(1, invalidLimit).max(1_000_000, invalidLimit).nullable().default(null),
  startsAt: localTime.nullable().default(null),
  /** Exclusive. */
  endsAt: localTime.nullable().default(null),
  isCombinable: z.boolean().default(false),
  isActive: z.boolean().default(true),
})
export type PromotionFields = z.output<typeof PromotionFields>

const neededFields: Record<PromotionKind, readonly (keyof PromotionFields)[]> = {
  PERCENTAGE: ['percentage'],
  AMOUNT: ['amountCents'],
  BUY_X_GET_Y: ['buyQuantity', 'freeQuantity'],
  BUNDLE: ['percentage'],
  FREE_TRACKING: [],
  MINUTES: ['minutes'],
}
const missingMessages: Partial<Record<keyof PromotionFields, string>> = {
  percentage: invalidPercentage,
  amountCents: invalidAmount,
  buyQuantity: invalidUnits,
  freeQuantity: invalidUnits,
  minutes: invalidMinutes,
}

/** The checks that one field alone can't make. */
function checkPromotion(
  promotion: PromotionFields,
  context: { addIssue(issue: { code: 'custom'; path: string[]; message: string }): void },
): void {
  const refuse = (field: keyof PromotionFields, message: string) =>
    context.addIssue({ code: 'custom', path: [field], message })
  for (const field of neededFields[promotion.kind])
    if (promotion[field] === null) refuse(field, missingMessages[field] ?? '')
  const { kind, target, targetIds, startsAt, endsAt } = promotion
  if (kind === 'BUNDLE') {
    if (target !== 'PRODUCTS' || targetIds.length < 2 || targetIds.length > MAX_BUNDLED)
      refuse('targetIds', `Kies 2 tot ${MAX_BUNDLED} producten.`)
  } else if (target !== 'EVERYTHING' && targetIds.length === 0)
    refuse('targetIds', target === 'PRODUCTS' ? 'Kies minstens één product.' : 'Kies minstens één categorie.')
  const begin = startsAt === null ? null : parseBrusselsTime(startsAt)
  const end = endsAt === null ? null : parseBrusselsTime(endsAt)
  if (startsAt === null || endsAt === null || begin === null || end === null || begin < end) return
  const isSkipped = startsAt < endsAt
  refuse(
    'endsAt',
    isSkipped
      ? 'Die nacht gaat de klok van 02:00 naar 03:00 uur. Kies een later einde.'
      : 'Het einde ligt niet na het begin.',
  )
}

export const PromotionState = z.enum(['RUNNING', 'SCHEDULED', 'ENDED', 'USED_UP', 'OFF'])
export type PromotionState = z.output<typeof PromotionState>

export const AdminPromotion = PromotionFields.extend({
  id,
  code: z.string().nullable(),
  targetIds: z.array(id),
  /** The categories or products of `targetIds` that are still there. */
  targets: z.array(z.object({ id, name: z.string() })),
  /** `10 % op Zijde en lingerie` */
  explanation: z.string(),
  state: PromotionState,
  /** Paid orders, their discounts, and their revenue without refunds and chargebacks. */
  orders: z.int(),
  discountCents: cents,
  earnedCents: cents,
  /** Unpaid orders that hold a use. */
  held: z.int(),
  /** Whether any order ever used it: then it can be switched off, and not deleted. */
  wasUsed: z.boolean(),
  version: z.int(),
  createdAt: dateTime,
})
export type AdminPromotion = z.output<typeof AdminPromotion>

export const listPromotions = endpoint('GET /api/admin/promotions', 'admin', {
  summary: 'All promotions, newest first, with how often they were used and what that earned',
  output: z.array(AdminPromotion),
})

export const createPromotion = endpoint('POST /api/admin/promotions', 'admin', {
  summary: 'Add a promotion: one with a code, or one that applies by itself; times are those of Brussels',
  confirmation: 'recent',
  input: PromotionFields.superRefine(checkPromotion),
  output: AdminPromotion,
  problems: ['CODE_TAKEN'],
})

export const changePromotion = endpoint('PUT /api/admin/promotions/:promotionId', 'admin', {
  summary: 'Change a promotion; orders that used it stay as they are',
  confirmation: 'recent',
  input: PromotionFields.extend({
    promotionId: id,
    /** The one that was opened. */
    version: z.int(),
  }).superRefine(checkPromotion),
  output: AdminPromotion,
  problems: ['CODE_TAKEN', 'PROMOTION_CHANGED'],
})

export const removePromotion = endpoint('DELETE /api/admin/promotions/:promotionId', 'admin', {
  summary: 'Delete a promotion that no order ever used',
  input: z.object({ promotionId: id }),
  output: z.null(),
  problems: ['PROMOTION_USED'],
})

/** `shippingRefusal`: why it can't be shipped there. */
export const PromotionTrial = Quote.extend({ shippingRefusal: z.string().optional() })
export type PromotionTrial = z.output<typeof PromotionTrial>

export const tryPromotions = endpoint('POST /api/admin/promotions/try', 'admin', {
  summary: 'What a basket would cost a customer, now or at another time; makes nothing',
  input: z.object({
    items: z
      .array(z.object({ productId: id, quantity }), 'Kies minstens één product.')
      .min(1, 'Kies minstens één product.')
      .max(100),
    codes: promotionCodes.default([]),
    hasTracking: z.boolean().default(false),
    /** Where it goes, as an address has it; without it, the nearest country that is shipped to. */
    country: z.string().max(60).nullish(),
    isFirstOrder: z.boolean().default(true),
    /** Now without it. */
    at: localTime.nullable().default(null),
  }),
  output: PromotionTrial,
  status: 200,
  problems: ['NOT_FOUND'],
})
