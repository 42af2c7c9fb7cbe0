import { splitByWeight } from '../../money/vat/rules.ts'
import type { TaxClass } from '../../wire/vat.ts'
import type { AppliedPromotion } from '../promotions/contract.ts'
import type { Order } from './contract.ts'
import { productDiscounts, type ShippingAddressFields, shippingAddressLines } from './receipt.rules.ts'

/** A line of an order, as far as its invoice needs it. */
export interface InvoicedLine {
  productName: string
  quantity: number
  pricePerItem: number
  /** Of the whole line. */
  discount?: number | undefined
  isGiftCard?: boolean
  taxClass?: TaxClass | null
}

/**
 * The buyer, subject and lines of an order's invoice.
 * @param email names the buyer when nothing is shipped
 */
export const buildOrderInvoiceContent = (
  order: ShippingAddressFields &
    Pick<Order, 'number' | 'trackingCost' | 'shippingCost'> & { promotions?: AppliedPromotion[] | null },
  lines: InvoicedLine[],
  email: string,
) => ({
  buyer: shippingAddressLines(order) ?? [email],
  subject: `Bestelling ${order.number}`,
  lines: [
    ...lines.map(({ productName: text, quantity, pricePerItem: unitCents, isGiftCard, taxClass }) => ({
      text,
      quantity,
      unitCents,
      ...(isGiftCard ? { isVoucher: true } : taxClass && { taxClass }),
    })),
    ...discountLines(productDiscounts({ promotions: order.promotions ?? [] }), lines),
    ...deliveryLines('Verzending', order.shippingCost ?? 0, lines),
    ...deliveryLines('Verzending met track & trace', order.trackingCost, lines),
  ],
})

/** Each promotion as a line; one that lowered lines of several tax classes has a line for each. */
function discountLines(
  promotions: readonly AppliedPromotion[],
  lines: readonly InvoicedLine[],
): { text: string; quantity: number; unitCents: number; taxClass: TaxClass }[] {
  const left = sumByClass(lines, ({ discount = 0 }) => discount)
  return promotions.flatMap(({ explanation, amount }) => {
    let rest = amount
    const parts = [...left].flatMap(([taxClass, cents]) => {
      const part = Math.min(rest, cents)
      if (part <= 0) return []
      rest -= part
      left.set(taxClass, cents - part)
      return [{ taxClass, part }]
    })
    // What no line has: an invoice states it anyway.
    if (rest > 0) parts.push({ taxClass: 'STANDARD', part: rest })
    return parts.map(({ taxClass, part }) => ({
      text: `Korting: ${explanation}`,
      quantity: 1,
      unitCents: -part,
      taxClass,
    }))
  })
}

const deliveryLines = (text: string, amount: number, lines: readonly InvoicedLine[]) =>
  shareByClass(amount, lines).map(({ taxClass, cents }) => ({
    text,
    quantity: 1,
    unitCents: cents,
    taxClass,
  }))

/** What belongs to the delivery of all goods is taxed as they are, by what was paid for them (royal decree nr. 1; C-349/96). */
function shareByClass(
  amount: number,
  lines: readonly InvoicedLine[],
): { taxClass: TaxClass; cents: number }[] {
  if (amount === 0) return []
  const paid = sumByClass(
    lines,
    ({ quantity, pricePerItem, discount = 0 }) => quantity * pricePerItem - discount,
  )
  if (paid.size === 0) return [{ taxClass: 'STANDARD', cents: amount }]
  const shares = splitByWeight(amount, [...paid.values()])
  return [...paid.keys()]
    .map((taxClass, index) => ({ taxClass, cents: shares[index] ?? 0 }))
    .filter(({ cents }) => cents > 0)
}

function sumByClass(
  lines: readonly InvoicedLine[],
  centsOf: (line: InvoicedLine) => number,
): Map<TaxClass, number> {
  const sums = new Map<TaxClass, number>()
  for (const line of lines) {
    if (line.isGiftCard) continue
    const name = line.taxClass ?? 'STANDARD'
    sums.set(name, (sums.get(name) ?? 0) + centsOf(line))
  }
  return sums
}
