import type { InvoiceContent } from '../../../money/invoices/contract.ts'
import { splitByWeight } from '../../../money/vat/rules.ts'
import { TaxClass } from '../../../wire/vat.ts'
import { paidForUnits, type RefundableLine } from './rules.ts'

/**
 * The VAT of an invoice by the lines of its order, in cents: that of each class, shared by price. The VAT of the delivery belongs to no
 * line.
 */
export function splitVatByLine(
  { lines: invoiced }: Pick<InvoiceContent, 'lines'>,
  lines: readonly RefundableLine[],
): { itemId: string; cents: number }[] {
  return TaxClass.options.flatMap(name => {
    const ofClass = invoiced.filter(({ vat }) => vat?.taxClass === name)
    const vatCents = ofClass.reduce((sum, { vat }) => sum + (vat?.vatCents ?? 0), 0)
    const gross = ofClass.reduce((sum, { quantity, unitCents }) => sum + quantity * unitCents, 0)
    const own = lines.filter(line => !line.isGiftCard && (line.taxClass ?? 'STANDARD') === name)
    const paid = own.map(line => paidForUnits({ ...line, refundedQuantity: 0 }, line.quantity))
    const delivery = Math.max(0, gross - paid.reduce((sum, cents) => sum + cents, 0))
    const shares = splitByWeight(vatCents, [...paid, delivery])
    return own.flatMap(({ id: itemId }, index) => {
      const cents = shares[index] ?? 0
      return cents > 0 ? [{ itemId, cents }] : []
    })
  })
}
