import type { CartItem } from '../cart/contract.ts'
import { isDigital } from '../catalog/rules.ts'
import type { Order, OrderStatus, OrderSummary } from '../orders/contract.ts'
import { calculateOrderTotal, calculateTrackingCost } from '../orders/rules.ts'
import { digest } from '../../wire/digest.ts'
import type { InputOf } from '../../wire/endpoint.ts'
import type { checkout } from './contract.ts'

export type CheckoutStep = 'address' | 'shipping' | 'payment'

/** The most characters that a comment has. */
export const MAX_COMMENT_LENGTH = 1000

/** Something has to be sent. */
export const needsAddress = (lines: CartItem[]): boolean => !lines.every(line => isDigital(line.product))

/** Something is sold at once and for good: digital content, delivered immediately. */
export const containsDigital = (lines: CartItem[]): boolean => lines.some(line => isDigital(line.product))

export const offersShipping = (lines: CartItem[]): boolean =>
  lines.some(line => line.product.showShippingOptions)

export const offersComments = (lines: CartItem[]): boolean =>
  lines.some(line => line.product.showCommentsField)

/** The steps of this basket, in order. */
export const checkoutSteps = (lines: CartItem[]): CheckoutStep[] =>
  offersShipping(lines) ? ['address', 'shipping', 'payment'] : ['address', 'payment']

/** Where one is: not past the address while it is missing, and at no step that this basket does not have. */
export function resolveStep(wanted: CheckoutStep, lines: CartItem[], addressId: string | null): CheckoutStep {
  if (needsAddress(lines) && addressId === null) return 'address'
  return checkoutSteps(lines).includes(wanted) ? wanted : 'payment'
}

export const nextStep = (step: CheckoutStep, lines: CartItem[]): CheckoutStep => {
  const steps = checkoutSteps(lines)
  return steps[steps.indexOf(step) + 1] ?? step
}

export interface CheckoutChoices {
  addressId: string | null
  hasTracking: boolean
  /** Cents that tracking costs, as the customer sees it. */
  trackingPrice: number
  comments: string
}

/** What is sent, of what was chosen: nothing that this basket does not ask for. */
export const toCheckoutInput = (lines: CartItem[], choices: CheckoutChoices): InputOf<typeof checkout> => ({
  items: lines.map(({ productId, quantity }) => ({ productId, quantity })),
  addressId: needsAddress(lines) ? choices.addressId : null,
  hasTracking: choices.hasTracking && offersShipping(lines),
  comments: offersComments(lines) ? choices.comments : null,
  expectedTotal: calculateCheckoutTotals(lines, choices.hasTracking, choices.trackingPrice).total,
})

export interface CheckoutTotals {
  /** Cents, each. */
  products: number
  tracking: number
  total: number
}

/** What the order will cost, by the server's own arithmetic. */
export function calculateCheckoutTotals(
  lines: CartItem[],
  hasTracking: boolean,
  trackingPrice: number,
): CheckoutTotals {
  const priced = lines.map(({ quantity, product }) => ({ quantity, ...product }))
  const total = calculateOrderTotal(priced, hasTracking, trackingPrice)
  const tracking = calculateTrackingCost(priced, hasTracking, trackingPrice)
  return { products: total - tracking, tracking, total }
}

/**
 * The Idempotency-Key of an intention to order. It is made of what the cart holds, and not by chance: the same cart in
 * another tab, or on another device, is the same intention, and leads to the same order. Once an order has ended, paid or
 * not, ordering is a new intention.
 * @param orders one's own, the newest first
 */
export function checkoutIdempotencyKey(
  basket: InputOf<typeof checkout>,
  lines: CartItem[],
  orders: Pick<OrderSummary, 'id' | 'status'>[],
): string {
  const ended = orders.find(({ status }) => status !== 'PENDING')?.id ?? null
  return digest(JSON.stringify([basket, lines.map(({ id }) => id).toSorted(), ended]))
}

/** The order that waits for its payment and holds some of what is in the cart. */
export const isUnpaidOrderOfCart = (lines: CartItem[], waiting: Order): boolean =>
  waiting.status === 'PENDING' &&
  waiting.items.some(({ productId }) => lines.some(line => line.productId === productId))

/**
 * What an order that was placed here means for the next one. While it waits for its payment, ordering the same leads
 * back to it; when it was cancelled, ordering begins anew with what was filled in; when it was paid, that has served.
 */
export const resumeActionByStatus: Record<OrderStatus, 'resume' | 'retry' | 'restart'> = {
  PENDING: 'resume',
  CANCELLED: 'retry',
  PAID: 'restart',
  PROCESSING: 'restart',
  SHIPPED: 'restart',
  DELIVERED: 'restart',
}
