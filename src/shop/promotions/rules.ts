import type { AppliedPromotion, PromotionKind, CodeRefusalReason } from './contract.ts'
import {
  countBundles,
  findRefusal,
  isOfProduct,
  isTargeted,
  type Promotion,
  type PromotionContext,
  type PromotionLine,
  priceOf,
} from './conditions.rules.ts'
import { explainPromotion } from './labels.rules.ts'
import { shareCents, sumOf } from './shares.rules.ts'

export interface PromotionResult {
  /** Cents, by the id of the product; products without a discount are left out. */
  lineDiscounts: ReadonlyMap<string, number>
  trackingDiscount: number
  shippingDiscount: number
  applied: AppliedPromotion[]
  /** The promotions with a code that give nothing. */
  refused: { promotion: Promotion & { code: string }; reason: CodeRefusalReason }[]
}

/**
 * Applies promotions to a basket. Those that can be combined are applied together, in the order of `kindOrder` and then of their
 * ids, each to the prices that the ones before have left; of that result and of each promotion that can't be combined, the
 * customer gets the one that is worth most. Minutes lower no price, so they are given with any result. The order of the lines and
 * of the promotions never matters.
 */
export function applyPromotions(
  lines: readonly PromotionLine[],
  promotions: readonly Promotion[],
  context: PromotionContext,
): PromotionResult {
  const sorted = promotions.toSorted(inOrder)
  const reasons = new Map(sorted.map(promotion => [promotion, findRefusal(promotion, lines, context)]))
  const possible = sorted.filter(promotion => reasons.get(promotion) === null)
  const gifts = possible.filter(({ kind }) => kind === 'MINUTES')
  const discounts = possible.filter(({ kind }) => kind !== 'MINUTES')
  const together = discounts.filter(({ isCombinable }) => isCombinable)
  const choices = [together, ...discounts.filter(({ isCombinable }) => !isCombinable).map(each => [each])]
  const results = choices.map(choice => applyInOrder(lines, choice, context))
  // The first of equals: the combination, then the oldest promotion.
  const best = results.reduce((one, other) => (worth(other) > worth(one) ? other : one))
  const applied = [...best.applied, ...gifts.map(gift => toApplied(gift, 0))]
  const given = new Set(applied.map(({ promotionId }) => promotionId))
  const refused = sorted.flatMap(promotion => {
    if (!hasCode(promotion) || given.has(promotion.id)) return []
    const own = results[choices.findIndex(choice => choice.includes(promotion))]
    const isWorth = own?.applied.some(({ promotionId }) => promotionId === promotion.id)
    const reason = reasons.get(promotion) ?? (isWorth ? 'NOT_COMBINABLE' : 'NOTHING_LEFT')
    return [{ promotion, reason }]
  })
  return { ...best, applied, refused }
}

const hasCode = (promotion: Promotion): promotion is Promotion & { code: string } => promotion.code !== null

/**
 * The promotions that count units come first, in whole prices; a fixed amount after percentages, so that it is worth its full
 * amount.
 */
const kindOrder: Record<PromotionKind, number> = {
  BUY_X_GET_Y: 0,
  BUNDLE: 1,
  PERCENTAGE: 2,
  AMOUNT: 3,
  FREE_TRACKING: 4,
  MINUTES: 5,
}

const inOrder = (one: Promotion, other: Promotion): number =>
  kindOrder[one.kind] - kindOrder[other.kind] || compareTexts(one.id, other.id)

const compareTexts = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

/** @param amount cents */
function toApplied(promotion: Promotion, amount: number): AppliedPromotion {
  const { id: promotionId, kind, code, minutes } = promotion
  const explanation = explainPromotion(promotion)
  return { promotionId, kind, code, explanation, amount, ...(minutes !== null && { minutes }) }
}

type Result = Omit<PromotionResult, 'refused'>

const worth = ({ applied }: Result): number => sumOf(applied, ({ amount }) => amount)

function applyInOrder(
  lines: readonly PromotionLine[],
  chosen: Promotion[],
  { trackingCents, shippingCents }: Pick<PromotionContext, 'trackingCents' | 'shippingCents'>,
): Result {
  // By id, so that a remaining cent goes to the same line whatever their order.
  const left = lines
    .map(line => ({ line, cents: priceOf(line) }))
    .sort((one, other) => compareTexts(one.line.productId, other.line.productId))
  const applied: AppliedPromotion[] = []
  // Free shipping is all of it, so it is given once.
  let isShippingFree = false
  for (const promotion of chosen) {
    const targeted = left.filter(({ line }) => isTargeted(promotion, line))
    const parts = discountParts(promotion, targeted)
    for (const [index, part] of parts.entries()) (targeted[index] as LineLeft).cents -= part
    const ofShipping =
      promotion.kind === 'FREE_TRACKING' && !isShippingFree ? trackingCents + shippingCents : 0
    isShippingFree ||= promotion.kind === 'FREE_TRACKING'
    const amount = sumOf(parts, part => part) + ofShipping
    if (amount > 0) applied.push(toApplied(promotion, amount))
  }
  const discounts = left.map(({ line, cents }) => [line.productId, priceOf(line) - cents] as const)
  return {
    lineDiscounts: new Map(discounts.filter(([, cents]) => cents > 0)),
    trackingDiscount: isShippingFree ? trackingCents : 0,
    shippingDiscount: isShippingFree ? shippingCents : 0,
    applied,
  }
}

/** A line, and the cents of it that no promotion has taken yet. */
interface LineLeft {
  line: PromotionLine
  cents: number
}

/** The discount of a promotion on each of its lines, in cents; never more than is left of the line. */
function discountParts(promotion: Promotion, targeted: LineLeft[]): number[] {
  const left = targeted.map(({ cents }) => cents)
  const whole = sumOf(left, cents => cents)
  switch (promotion.kind) {
    case 'PERCENTAGE':
      return shareCents(Math.round((whole * (promotion.percentage ?? 0)) / 100), left)
    case 'AMOUNT':
      return amountParts(promotion.amountCents ?? 0, targeted)
    case 'BUY_X_GET_Y':
      return freeUnitParts(promotion, targeted)
    case 'BUNDLE':
      return bundleParts(promotion, targeted)
    case 'FREE_TRACKING':
    case 'MINUTES':
      return targeted.map(() => 0)
  }
}

/**
 * An amount is promised at prices with VAT. From the share of a line that is sold without VAT, that VAT is left out too, as it is from the
 * price.
 */
function amountParts(amountCents: number, targeted: LineLeft[]): number[] {
  const shown = targeted.map(({ line: { price, priceWithVat = price }, cents }) =>
    price === 0 ? 0 : Math.round((cents * priceWithVat) / price),
  )
  const whole = sumOf(shown, cents => cents)
  const parts = shareCents(Math.min(amountCents, whole), shown)
  return targeted.map(({ cents }, at) => {
    const [ofLine = 0, part = 0] = [shown[at], parts[at]]
    return ofLine === 0 ? 0 : Math.round((part * cents) / ofLine)
  })
}

/** The cheapest units are the free ones: of three for two at different prices, the cheapest of the three. */
function freeUnitParts({ buyQuantity, freeQuantity }: Promotion, targeted: LineLeft[]): number[] {
  const [buy, free] = [buyQuantity ?? 1, freeQuantity ?? 0]
  const units = sumOf(targeted, ({ line }) => line.quantity)
  return priceOfCheapest(targeted, Math.floor(units / (buy + free)) * free)
}

/** A percentage of one unit of each product, as often as the basket has all of them. */
function bundleParts(promotion: Promotion, targeted: LineLeft[]): number[] {
  const { targetIds, percentage } = promotion
  const lines = targeted.map(({ line }) => line)
  const bundles = countBundles(promotion, lines)
  const bundled = targeted.map(() => 0)
  for (const id of targetIds) {
    const own = targeted.filter(({ line }) => isOfProduct(line, id))
    for (const [index, cents] of priceOfCheapest(own, bundles).entries())
      bundled[targeted.indexOf(own[index] as LineLeft)] = cents
  }
  return shareCents(Math.round((sumOf(bundled, cents => cents) * (percentage ?? 0)) / 100), bundled)
}

/** The price of so many of the cheapest units, by line; never more than is left of it. */
function priceOfCheapest(lines: LineLeft[], units: number): number[] {
  let unitsLeft = units
  const parts = new Map<LineLeft, number>()
  const byPrice = lines.toSorted(
    ({ line: one }, { line: other }) =>
      one.price - other.price || compareTexts(one.productId, other.productId),
  )
  for (const each of byPrice) {
    const taken = Math.min(each.line.quantity, unitsLeft)
    unitsLeft -= taken
    parts.set(each, Math.min(taken * each.line.price, each.cents))
  }
  return lines.map(each => parts.get(each) ?? 0)
}
