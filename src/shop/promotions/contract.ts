import { z } from 'zod'
import { endpoint } from '../../wire/endpoint.ts'
import { cents, id } from '../../wire/fields.ts'

export const PromotionKind = z.enum([
  'PERCENTAGE',
  'AMOUNT',
  'BUY_X_GET_Y',
  'BUNDLE',
  'FREE_TRACKING',
  'MINUTES',
])
export type PromotionKind = z.output<typeof PromotionKind>

/** The products that a promotion counts for: all of them, those of some categories, or some of them. */
export const PromotionTarget = z.enum(['EVERYTHING', 'CATEGORIES', 'PRODUCTS'])
export type PromotionTarget = z.output<typeof PromotionTarget>

/** A promotion as an order keeps it: its terms at that time, and its worth. */
export const AppliedPromotion = z.object({
  promotionId: id,
  kind: PromotionKind,
  /** Null for one that applies by itself. */
  code: z.string().nullable(),
  /** `10 % op Zijde en lingerie` */
  explanation: z.string(),
  /** Cents; 0 for minutes. */
  amount: cents,
  /** Of one that gives minutes: credited when the order is sent or, if it is digital, delivered. */
  minutes: z.int().optional(),
})
export type AppliedPromotion = z.output<typeof AppliedPromotion>

/**
 * Why a code gives nothing. `INVALID` is the same for a code that does not exist, is off, has not begun, has ended or was used up, so
 * that guesses learn nothing.
 */
export const CodeRefusalReason = z.enum([
  'INVALID',
  'MINIMUM',
  'NOT_IN_BASKET',
  'TOO_FEW',
  'FIRST_ORDER',
  'ALREADY_USED',
  'IN_UNPAID_ORDER',
  'NO_TRACKING',
  'NOT_COMBINABLE',
  'NOTHING_LEFT',
])
export type CodeRefusalReason = z.output<typeof CodeRefusalReason>

export const RefusedCode = z.object({
  code: z.string(),
  reason: CodeRefusalReason,
  /** In Dutch. */
  message: z.string(),
})
export type RefusedCode = z.output<typeof RefusedCode>

export const MAX_CODES = 5
export const MAX_PROMOTION_MINUTES = 600

/** A code as it is compared and stored: without spaces, in capitals. */
export const promotionCode = z
  .string('Vul een code in.')
  .normalize('NFKC')
  .transform(typed => typed.replace(/\s/g, '').toUpperCase())
  .pipe(z.string().min(1, 'Vul een code in.').max(40, 'Een code heeft hoogstens 40 tekens.'))

/** The codes of a basket; one that is given twice counts once. */
export const promotionCodes = z
  .array(promotionCode)
  .max(MAX_CODES, `Gebruik hoogstens ${MAX_CODES} codes.`)
  .transform(codes => [...new Set(codes)])

/** Products that cost less when they are bought together, with the present price of one of each. */
export const Bundle = z.object({
  promotionId: id,
  /** `10 % op Kaars en Lamp samen` */
  explanation: z.string(),
  productIds: z.array(id),
  /** Cents, apart and together. */
  price: cents,
  bundlePrice: cents,
})
export type Bundle = z.output<typeof Bundle>

export const listBundles = endpoint('GET /api/bundles', 'public', {
  summary:
    'The bundles that a product is in: those without a code that can be had by any customer, while all of it is in stock',
  input: z.object({ productId: id }),
  output: z.array(Bundle),
})
