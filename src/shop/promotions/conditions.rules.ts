import type { PromotionKind, PromotionTarget, CodeRefusalReason } from './contract.ts'
import { sumOf } from './shares.rules.ts'

/** A product of a basket. */
export interface PromotionLine {
  productId: string
  /** The product of which it is a variant: a promotion for that counts for this. */
  parentId?: string | null
  categoryId: string
  quantity: number
  /** Cents, each. */
  price: number
  /** The price that customers see, and which counts for a threshold: for a business that pays without VAT not `price`. */
  priceWithVat?: number
}

export interface Promotion {
  id: string
  /** Null for one that applies by itself. */
  code: string | null
  kind: PromotionKind
  percentage: number | null
  amountCents: number | null
  buyQuantity: number | null
  freeQuantity: number | null
  minutes: number | null
  target: PromotionTarget
  targetIds: readonly string[]
  targetNames: readonly string[]
  minimumCents: number
  firstOrderOnly: boolean
  oncePerCustomer: boolean
  startsAt: Date | null
  /** Exclusive. */
  endsAt: Date | null
  isCombinable: boolean
  isActive: boolean
  /** Null for no limit. */
  usesLeft: number | null
  /** By this customer, in another order that is paid; or in one that is still to be paid. */
  isUsed: boolean
  isHeld: boolean
}

export interface PromotionContext {
  now: Date
  /** Cents that tracking costs this order; 0 when it was not chosen. */
  trackingCents: number
  /** Cents that standard shipping costs it. */
  shippingCents: number
  /** Whether the customer has another order that is paid. */
  hasOrdered: boolean
}

/** Whether a promotion can be had now, apart from the basket and the customer. */
export const isRunning = (
  { isActive, startsAt, endsAt, usesLeft }: Pick<Promotion, 'isActive' | 'startsAt' | 'endsAt' | 'usesLeft'>,
  now: Date,
): boolean =>
  isActive &&
  (startsAt === null || startsAt <= now) &&
  (endsAt === null || now < endsAt) &&
  (usesLeft === null || usesLeft > 0)

/** Why a promotion can't be had with this basket; null when it can. */
export function findRefusal(
  promotion: Promotion,
  lines: readonly PromotionLine[],
  { now, hasOrdered, trackingCents, shippingCents }: PromotionContext,
): CodeRefusalReason | null {
  if (!isRunning(promotion, now)) return 'INVALID'
  if (promotion.firstOrderOnly && hasOrdered) return 'FIRST_ORDER'
  if (isLimitedToOne(promotion) && promotion.isUsed) return 'ALREADY_USED'
  if (isLimitedToOne(promotion) && promotion.isHeld) return 'IN_UNPAID_ORDER'
  if (sumOf(lines, shownPriceOf) < promotion.minimumCents) return 'MINIMUM'
  const targeted = lines.filter(line => isTargeted(promotion, line))
  if (targeted.length === 0) return 'NOT_IN_BASKET'
  const isTooFew =
    promotion.kind === 'BUNDLE'
      ? countBundles(promotion, targeted) === 0
      : sumOf(targeted, ({ quantity }) => quantity) < groupSize(promotion)
  if (isTooFew) return 'TOO_FEW'
  if (promotion.kind === 'FREE_TRACKING' && trackingCents + shippingCents === 0) return 'NO_TRACKING'
  return null
}

export const hasPercentage = (kind: PromotionKind): boolean => kind === 'PERCENTAGE' || kind === 'BUNDLE'

/** How many units it needs at least. */
export const groupSize = ({ kind, buyQuantity, freeQuantity }: Promotion): number =>
  kind === 'BUY_X_GET_Y' ? (buyQuantity ?? 1) + (freeQuantity ?? 0) : 1

/** How often a basket has one unit of each product of a bundle. */
export const countBundles = ({ targetIds }: Promotion, lines: readonly PromotionLine[]): number =>
  Math.min(...targetIds.map(id => sumOf(lines, line => (isOfProduct(line, id) ? line.quantity : 0))))

/** A first order is one order too. */
export const isLimitedToOne = ({
  oncePerCustomer,
  firstOrderOnly,
}: Pick<Promotion, 'oncePerCustomer' | 'firstOrderOnly'>): boolean => oncePerCustomer || firstOrderOnly

export const isTargeted = (
  { target, targetIds }: Pick<Promotion, 'target' | 'targetIds'>,
  line: PromotionLine,
): boolean => {
  if (target === 'EVERYTHING') return true
  if (target === 'CATEGORIES') return targetIds.includes(line.categoryId)
  return targetIds.some(id => isOfProduct(line, id))
}

/** Whether a line is of a product, or of a variant of it. */
export const isOfProduct = ({ productId, parentId }: PromotionLine, id: string): boolean =>
  productId === id || parentId === id

/** Cents of the whole line with VAT. */
export const shownPriceOf = ({ quantity, price, priceWithVat = price }: PromotionLine): number =>
  quantity * priceWithVat

/** Cents of the whole line. */
export const priceOf = ({ quantity, price }: PromotionLine): number => quantity * price
