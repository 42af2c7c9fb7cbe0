import { type CreditChoice, toCreditInput, usesCredit } from '../../money/credit/choice.rules.ts'
import type { CreditPayment } from '../../money/credit/contract.ts'
import type { CartItem } from '../cart/contract.ts'
import { isDigital } from '../products/catalog/rules.ts'
import type { Order, OrderStatus, OrderSummary } from '../orders/contract.ts'
import { calculateOrderTotal, calculateTrackingCost } from '../orders/rules.ts'
import { canPay } from '../orders/status.rules.ts'
import type { AppliedPromotion } from '../promotions/contract.ts'
import type { InputOf } from '../../wire/endpoint.ts'
import type { checkout } from './contract.ts'
import { giftCardLines } from './giftCards.rules.ts'

/** The id of the form of the address step, which a button outside of it submits. */
export const ADDRESS_FORM_ID = 'checkout-address'

export type CheckoutStep = 'address' | 'giftCard' | 'shipping' | 'payment'

/** The maximum length of a comment, in characters. */
export const MAX_COMMENT_LENGTH = 1000

export const needsAddress = (lines: CartItem[]): boolean => !lines.every(line => isDigital(line.product))

/** Whether the cart contains digital content, which is delivered immediately and has no right to withdraw. */
export const containsDigital = (lines: CartItem[]): boolean => lines.some(line => isDigital(line.product))

export const offersShipping = (lines: CartItem[]): boolean =>
  lines.some(line => line.product.showShippingOptions)

export const offersComments = (lines: CartItem[]): boolean =>
  lines.some(line => line.product.showCommentsField)

const noGiftCards: ReadonlySet<string> = new Set()

/** @param giftCardIds the products that are gift cards; a cart of nothing else asks for no address */
export function checkoutSteps(lines: CartItem[], giftCardIds = noGiftCards): CheckoutStep[] {
  const giftCards = giftCardLines(lines, giftCardIds)
  return [
    ...(giftCards.length > 0 && giftCards.length === lines.length ? [] : (['address'] as const)),
    ...(giftCards.length > 0 ? (['giftCard'] as const) : []),
    ...(offersShipping(lines) ? (['shipping'] as const) : []),
    'payment',
  ]
}

/** The facts that a step depends on. */
interface StepState {
  lines: CartItem[]
  addressId: string | null
  giftCardIds?: ReadonlySet<string>
  /** Whether it is known to whom all gift cards go. */
  haveRecipients?: boolean
}

/** The step to show: not past a missing address or recipient, and only a step that this cart has. */
export function resolveStep(
  wanted: CheckoutStep,
  { lines, addressId, giftCardIds = noGiftCards, haveRecipients = true }: StepState,
): CheckoutStep {
  if (needsAddress(lines) && addressId === null) return 'address'
  const steps = checkoutSteps(lines, giftCardIds)
  const first = steps[0] ?? 'payment'
  const step = steps.includes(wanted) ? wanted : wanted === 'address' ? first : 'payment'
  const isPast = steps.indexOf(step) > steps.indexOf('giftCard')
  return steps.includes('giftCard') && isPast && !haveRecipients ? 'giftCard' : step
}

export const nextStep = (step: CheckoutStep, lines: CartItem[], giftCardIds = noGiftCards): CheckoutStep => {
  const steps = checkoutSteps(lines, giftCardIds)
  return steps[steps.indexOf(step) + 1] ?? step
}

/** The choice that a customer still has to make at a step before going on; null when nothing. */
export function findMissingChoice(
  step: CheckoutStep,
  {
    lines,
    addressId,
    shippingRefusal,
    isPointMissing,
  }: { lines: CartItem[]; addressId: string | null; shippingRefusal: string | null; isPointMissing: boolean },
): { title: string; description: string } | null {
  if (step === 'shipping' && isPointMissing)
    return {
      title: 'Afhaalpunt vereist',
      description: 'Kies waar je het ophaalt, of laat het thuis bezorgen',
    }
  if (step !== 'address' || !needsAddress(lines)) return null
  if (addressId === null)
    return { title: 'Adres vereist', description: 'Selecteer een verzendadres om door te gaan' }
  return shippingRefusal === null ? null : { title: 'Kies een ander adres', description: shippingRefusal }
}

/**
 * The checkout input, without fields that this cart does not require.
 * @param choices.total in cents, as shown to the customer
 */
export const toCheckoutInput = (
  lines: CartItem[],
  choices: {
    addressId: string | null
    hasTracking: boolean
    total: number
    comments: string
    codes: string[]
    /** With the credit that pays before the provider, and the amount for the provider in cents. */
    credit?: CreditChoice & { due: number }
    giftCardDeliveries?: InputOf<typeof checkout>['giftCardDeliveries']
    /** Of the point where it is collected. */
    pickupToken?: string | null | undefined
  },
): InputOf<typeof checkout> => ({
  items: lines.map(({ productId, quantity }) => ({ productId, quantity })),
  addressId: needsAddress(lines) ? choices.addressId : null,
  hasTracking: choices.hasTracking && offersShipping(lines),
  comments: offersComments(lines) ? choices.comments : null,
  expectedTotal: choices.total,
  ...(choices.codes.length > 0 && { codes: choices.codes }),
  ...(choices.credit && usesCredit(choices.credit) && toCreditInput(choices.credit)),
  ...(choices.pickupToken && offersShipping(lines) && { pickupToken: choices.pickupToken }),
  ...(choices.giftCardDeliveries?.length && { giftCardDeliveries: choices.giftCardDeliveries }),
})

/** The amounts to pay, in cents. */
export interface CheckoutTotals {
  /** The products at their prices, before discounts. */
  products: number
  promotions: readonly AppliedPromotion[]
  /** Null until the server has counted it. */
  shipping: number | null
  tracking: number
  total: number
  /** The payments by gift cards and store credit, and the remaining amount. */
  creditPayments: readonly CreditPayment[]
  due: number
}

/** The totals without promotions, until the server has counted them. */
export function calculateCheckoutTotals(
  lines: CartItem[],
  hasTracking: boolean,
  trackingPrice: number,
  isShippingFree = true,
): CheckoutTotals {
  const priced = lines.map(({ quantity, product }) => ({ quantity, ...product }))
  const total = calculateOrderTotal(priced, hasTracking, trackingPrice)
  const tracking = calculateTrackingCost(priced, hasTracking, trackingPrice)
  return {
    products: total - tracking,
    promotions: [],
    shipping: isShippingFree ? 0 : null,
    tracking,
    total,
    creditPayments: [],
    due: total,
  }
}

/**
 * The Idempotency-Key of an order. It is derived from the cart instead of random, so that the same cart in another
 * tab or on another device leads to the same order. After an order was paid or cancelled, the key changes.
 * @param orders the user's own, newest first
 */
export function checkoutIdempotencyKey(
  basket: InputOf<typeof checkout>,
  lines: CartItem[],
  orders: Pick<OrderSummary, 'id' | 'status' | 'paidAt'>[],
): string {
  const ended = orders.find(order => !canPay(order))?.id ?? null
  return digest(JSON.stringify([basket, lines.map(({ id }) => id).toSorted(), ended]))
}

/** The unpaid order that contains a product of the cart. */
export const isUnpaidOrderOfCart = (lines: CartItem[], waiting: Order): boolean =>
  canPay(waiting) && waiting.items.some(({ productId }) => lines.some(line => line.productId === productId))

/**
 * The action for an order that was placed here before. PENDING: ordering the same cart returns to it. Cancelled: a
 * new order with the same draft. Paid: the draft is discarded.
 */
export const resumeActionByStatus: Record<OrderStatus, 'resume' | 'retry' | 'restart'> = {
  PENDING: 'resume',
  CANCELLED: 'retry',
  PAID: 'restart',
  PROCESSING: 'restart',
  SHIPPED: 'restart',
  DELIVERED: 'restart',
}

const PRIME = 0x100000001b3n

const MASK = (1n << 64n) - 1n

/**
 * A hash of a text: 32 hexadecimal digits, the same in every environment. Two FNV-1a hashes, so not cryptographic. Web Crypto is
 * not available to pages over plain HTTP.
 */
export function digest(text: string): string {
  const bytes = new TextEncoder().encode(text)
  return [0xcbf29ce484222325n, 0x84222325cbf29ce4n].map(start => fnv(bytes, start)).join('')
}

const fnv = (bytes: Uint8Array, start: bigint): string => {
  let hash = start
  for (const byte of bytes) hash = ((hash ^ BigInt(byte)) * PRIME) & MASK
  return hash.toString(16).padStart(16, '0')
}
