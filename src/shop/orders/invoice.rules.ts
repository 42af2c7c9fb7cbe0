import { splitByWeight } from '../../money/vat/rules.ts'
import type { Supply, TaxClass } from '../../wire/vat.ts'
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
  isDigital?: boolean
  taxClass?: TaxClass | null
}

/** The facts that decide its VAT, and its place in a return. */
interface LineKind {
  taxClass: TaxClass
  supply: Supply
}

const supplyOfLine = ({ isDigital = false }: InvoicedLine): Supply => (isDigital ? 'SERVICES' : 'GOODS')

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
    ...lines.map(line => ({
      text: line.productName,
      quantity: line.quantity,
      unitCents: line.pricePerItem,
      ...(line.isGiftCard
        ? { isVoucher: true }
        : { ...(line.taxClass && { taxClass: line.taxClass }), supply: supplyOfLine(line) }),
    })),
    ...discountLines(productDiscounts({ promotions: order.promotions ?? [] }), lines),
    ...deliveryLines('Verzending', order.shippingCost ?? 0, lines),
    ...deliveryLines('Verzending met track & trace', order.trackingCost, lines),
  ],
})

/** Each promotion as a line; one that lowered lines of several kinds has a line for each. */
function discountLines(
  promotions: readonly AppliedPromotion[],
  lines: readonly InvoicedLine[],
): ({ text: string; quantity: number; unitCents: number } & LineKind)[] {
  const left = sumByKind(lines, ({ discount = 0 }) => discount)
  return promotions.flatMap(({ explanation, amount }) => {
    let rest = amount
    const parts = left.flatMap(sum => {
      const { cents, ...kind } = sum
      const part = Math.min(rest, cents)
      if (part <= 0) return []
      rest -= part
      sum.cents -= part
      return [{ ...kind, part }]
    })
    // The rest that belongs to no line: an invoice states it anyway.
    if (rest > 0) parts.push({ taxClass: 'STANDARD', supply: 'GOODS', part: rest })
    return parts.map(({ part, ...kind }) => ({
      text: `Korting: ${explanation}`,
      quantity: 1,
      unitCents: -part,
      ...kind,
    }))
  })
}

const deliveryLines = (text: string, amount: number, lines: readonly InvoicedLine[]) =>
  shareByClass(amount, lines).map(({ cents, ...kind }) => ({
    text,
    quantity: 1,
    unitCents: cents,
    ...kind,
  }))

/** A cost of the delivery of all goods is taxed as they are, by their price (royal decree nr. 1; C-349/96). */
function shareByClass(amount: number, lines: readonly InvoicedLine[]): (LineKind & { cents: number })[] {
  if (amount === 0) return []
  const paid = sumByKind(
    lines.filter(({ isDigital }) => !isDigital),
    ({ quantity, pricePerItem, discount = 0 }) => quantity * pricePerItem - discount,
  )
  if (paid.length === 0) return [{ taxClass: 'STANDARD', supply: 'GOODS', cents: amount }]
  const shares = splitByWeight(
    amount,
    paid.map(({ cents }) => cents),
  )
  return paid.map((kind, index) => ({ ...kind, cents: shares[index] ?? 0 })).filter(({ cents }) => cents > 0)
}

function sumByKind(
  lines: readonly InvoicedLine[],
  centsOf: (line: InvoicedLine) => number,
): (LineKind & { cents: number })[] {
  const sums: (LineKind & { cents: number })[] = []
  for (const line of lines) {
    if (line.isGiftCard) continue
    const kind: LineKind = { taxClass: line.taxClass ?? 'STANDARD', supply: supplyOfLine(line) }
    const sum = sums.find(({ taxClass, supply }) => taxClass === kind.taxClass && supply === kind.supply)
    if (sum) sum.cents += centsOf(line)
    else sums.push({ ...kind, cents: centsOf(line) })
  }
  return sums
}
