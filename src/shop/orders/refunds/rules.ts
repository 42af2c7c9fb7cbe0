import { splitByWeight } from '../../../money/vat/rules.ts'
import type { ClassCents, TaxClass } from '../../../wire/vat.ts'
import { Problem } from '../../../wire/problem.ts'
import type { Order, OrderItem, OrderRefundRequest } from '../contract.ts'

/** A line of an order, and how much of it was refunded. */
export interface RefundableLine extends Pick<
  OrderItem,
  'id' | 'productId' | 'quantity' | 'pricePerItem' | 'discount'
> {
  refundedQuantity: number
  /** Cents of the whole line that went back as VAT, before any of its units did. */
  vatReturned?: number | undefined
  isGiftCard: boolean
  isDigital?: boolean
  taxClass?: TaxClass | null
}

export type RefundedQuantity = { itemId: string } & Pick<OrderItem, 'productId' | 'quantity'>

type RequestedItems = NonNullable<OrderRefundRequest['items']>

/**
 * The price that was paid for the next units of a line, in cents. Each unit has its share of the line's discount, rounded so that all of
 * them together are the price of the line, however they are refunded.
 */
export function paidForUnits(
  { quantity, pricePerItem, discount = 0, vatReturned = 0, refundedQuantity }: Omit<CountedLine, 'id'>,
  units: number,
): number {
  const paid = quantity * pricePerItem - discount - vatReturned
  const paidForFirst = (count: number) => Math.floor((paid * count) / quantity)
  return paidForFirst(refundedQuantity + units) - paidForFirst(refundedQuantity)
}

/** Whether nothing was paid for a line, such as the free one of 1 + 1: its units are taken back without a refund. */
export const isFreeLine = (line: Omit<CountedLine, 'id'>): boolean =>
  paidForUnits({ ...line, refundedQuantity: 0 }, line.quantity) === 0

/** Cents that an order charged for its delivery. */
export type DeliveryCosts = Pick<Order, 'trackingCost'> & { shippingCost?: number | undefined }

type CountedLine = Omit<RefundableLine, 'productId' | 'isGiftCard' | 'taxClass'>

/**
 * Cents of standard shipping that go back with lines: all that is left of it when the last units that are sent are among them, as
 * Directive 2011/83, article 13, asks. Tracking is a dearer way of delivery that the buyer chose, and stays paid; an amount that was
 * refunded without a line counts as shipping first.
 */
export function shippingOfLines(
  items: RequestedItems,
  lines: CountedLine[],
  leftCents: number,
  { shippingCost = 0, trackingCost }: DeliveryCosts,
): number {
  const named = (id: string) =>
    items.reduce((sum, { itemId, quantity }) => sum + (itemId === id ? quantity : 0), 0)
  const sent = lines.filter(({ isDigital }) => isDigital !== true)
  const isLast =
    sent.some(({ id }) => named(id) > 0) &&
    sent.every(({ id, quantity, refundedQuantity }) => refundedQuantity + named(id) >= quantity)
  if (!isLast) return 0
  const ofLines = lines.reduce(
    (sum, line) => sum + paidForUnits(line, line.quantity - line.refundedQuantity),
    0,
  )
  return Math.min(shippingCost, Math.max(0, leftCents - ofLines - trackingCost))
}

/**
 * The amount of a refund, and the quantities of lines that it refunds. An amount below the remaining one refunds no line; lines refund
 * their price, which is nothing for a line that was free, the last that are sent with standard shipping; neither refunds all that is left
 * and all lines.
 * @param leftCents the paid amount that was not refunded yet @throws Problem NOT_FOUND for a line that is not of the order;
 * REFUND_TOO_LARGE with `left`
 */
export function planOrderRefund(
  { amount, items: asked }: Pick<OrderRefundRequest, 'amount' | 'items'>,
  lines: RefundableLine[],
  leftCents: number,
  delivery: DeliveryCosts,
): { amount: number; taken: RefundedQuantity[] } {
  const items = asked && sumPerItem(asked)
  const isPart = (amount ?? leftCents) < leftCents
  const taken = items
    ? items.map(item => toRefundedQuantity(item, lines))
    : isPart
      ? []
      : remainingQuantities(lines)
  const paid = items
    ? items.reduce((sum, item) => sum + paidForItem(item, lines), 0) +
      shippingOfLines(items, lines, leftCents, delivery)
    : 0
  const back = amount ?? (items ? paid : leftCents)
  const named = lines.filter(({ id }) => taken.some(({ itemId }) => itemId === id))
  const isFree = Boolean(items) && !amount && named.length > 0 && named.every(isFreeLine)
  if (items && !amount && back === 0 && !isFree)
    throw new Problem('REFUND_TOO_LARGE', { left: leftCents, message: 'Voor deze regels is niets betaald.' })
  if ((back < 1 && !isFree) || back > leftCents) throw new Problem('REFUND_TOO_LARGE', { left: leftCents })
  return { amount: back, taken }
}

function sumPerItem(items: RequestedItems): RequestedItems {
  const pieces = new Map<string, number>()
  for (const { itemId, quantity } of items) pieces.set(itemId, (pieces.get(itemId) ?? 0) + quantity)
  return [...pieces].map(([itemId, quantity]) => ({ itemId, quantity }))
}

function paidForItem({ itemId, quantity }: RequestedItems[number], lines: RefundableLine[]): number {
  const line = lines.find(({ id }) => id === itemId)
  return line ? paidForUnits(line, quantity) : 0
}

function toRefundedQuantity(
  { itemId, quantity }: RequestedItems[number],
  lines: RefundableLine[],
): RefundedQuantity {
  const line = lines.find(({ id }) => id === itemId)
  if (!line) throw new Problem('NOT_FOUND', { message: 'Deze regel hoort niet bij de bestelling.' })
  const left = line.quantity - line.refundedQuantity
  if (quantity > left) throw new Problem('REFUND_TOO_LARGE', { itemId, left })
  return { itemId, productId: line.productId, quantity }
}

export const remainingQuantities = (lines: RefundableLine[]): RefundedQuantity[] =>
  lines.flatMap(({ id, productId, quantity, refundedQuantity }) =>
    quantity > refundedQuantity ? [{ itemId: id, productId, quantity: quantity - refundedQuantity }] : [],
  )

/**
 * Cents of a refund that were paid for gift cards, which have no VAT: those of the lines that it refunds, or the part of an amount above
 * the price of everything else.
 * @param leftCents the paid amount that was not refunded yet, before it
 */
export function voucherCents(
  { amount, taken }: { amount: number; taken: readonly RefundedQuantity[] },
  lines: readonly RefundableLine[],
  leftCents: number,
): number {
  const paidForCards = (quantityOf: (line: RefundableLine) => number) =>
    lines.reduce((sum, line) => sum + (line.isGiftCard ? paidForUnits(line, quantityOf(line)) : 0), 0)
  const named = paidForCards(({ id }) => taken.find(({ itemId }) => itemId === id)?.quantity ?? 0)
  if (taken.length > 0) return Math.min(named, amount)
  const all = paidForCards(({ quantity, refundedQuantity }) => quantity - refundedQuantity)
  return Math.max(0, amount - Math.max(0, leftCents - all))
}

/**
 * Cents of a refund by tax class, and those of services, as far as it is of certain lines; null for an amount, which is a part of
 * everything.
 * @param amount without the part that was paid for gift cards
 */
export function centsByClass(
  amount: number,
  taken: readonly RefundedQuantity[],
  lines: readonly RefundableLine[],
): ClassCents | null {
  const paid = taken.flatMap(({ itemId, quantity }) => {
    const line = lines.find(({ id }) => id === itemId)
    if (!line || line.isGiftCard) return []
    const { taxClass, isDigital = false } = line
    return [{ name: taxClass ?? 'STANDARD', isDigital, cents: paidForUnits(line, quantity) }]
  })
  if (paid.length === 0) return null
  const shares = splitByWeight(
    amount,
    paid.map(({ cents }) => cents),
  )
  const sums: ClassCents = {}
  paid.forEach(({ name, isDigital }, index) => {
    const cents = shares[index] ?? 0
    sums[name] = (sums[name] ?? 0) + cents
    if (isDigital) sums.services = { ...sums.services, [name]: (sums.services?.[name] ?? 0) + cents }
  })
  return sums
}
