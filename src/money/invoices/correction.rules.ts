import type { VatBusiness, VatTreatment } from '../vat/contract.ts'
import { decideTreatment } from '../vat/rules.ts'
import type { InvoiceContent } from './contract.ts'
import { buildCreditNoteContent } from './creditNote.rules.ts'
import { calculateInvoiceTotals, taxLines, type UntaxedLine } from './rules.ts'

/** The answer of VIES about a VAT number that is valid. */
export type VatNumberProof = Pick<VatBusiness, 'checkedAt' | 'consultation'>

/**
 * How an invoice with VAT would have been taxed if VIES had answered then as it does now; null when that changes nothing: there was no
 * business, or its VAT is due here all the same.
 */
export function findReverseCharge(
  { vat }: Pick<InvoiceContent, 'vat'>,
  proof: VatNumberProof,
): VatTreatment | null {
  if (!vat.business || vat.basis !== 'TAXED') return null
  const treatment = decideTreatment({ ...vat, business: { ...vat.business, ...proof } }, vat)
  return treatment.basis === 'REVERSE_CHARGE' ? treatment : null
}

/** The amounts by which gift cards and store credit paid an invoice, less the refunds; the last used goes back first. */
function withoutReturned(
  payments: InvoiceContent['creditPayments'],
  returnedCents: number,
): InvoiceContent['creditPayments'] {
  let left = returnedCents
  return payments
    ?.toReversed()
    .map(({ text, cents }) => {
      const back = Math.min(left, cents)
      left -= back
      return { text, cents: cents - back }
    })
    .filter(({ cents }) => cents > 0)
    .toReversed()
}

/** A line without its VAT; pieces that do not share it evenly become two lines, so that nothing is rounded. */
function untaxedLines({ vat, ...line }: InvoiceContent['lines'][number]): UntaxedLine[] {
  if (!vat) return [line]
  const { quantity, unitCents } = line
  const own = { ...line, taxClass: vat.taxClass, supply: vat.supply }
  const net = quantity * unitCents - vat.vatCents
  const lower = Math.floor(net / quantity)
  const higherPieces = net - lower * quantity
  return [
    { ...own, quantity: quantity - higherPieces, unitCents: lower },
    { ...own, quantity: higherPieces, unitCents: lower + 1 },
  ].filter(each => each.quantity > 0)
}

/**
 * The documents that correct an invoice with VAT that a business has to account for itself: a credit note of all of it, and an invoice of
 * the same without VAT. The returned amount is the VAT of the first.
 * @param treatment that of `findReverseCharge`
 * @param returnedCents how much of it went back to gift cards and store credit
 */
export function buildVatCorrection(
  invoice: InvoiceContent & { number: string },
  treatment: VatTreatment,
  { now, returnedCents }: { now: Date; returnedCents: number },
): { creditNote: InvoiceContent; replacement: InvoiceContent } {
  const { number, creditPayments, ...content } = invoice
  const { total: amountCents } = calculateInvoiceTotals(invoice)
  const voucherCents = content.lines
    .filter(({ isVoucher }) => isVoucher)
    .reduce((sum, { quantity, unitCents }) => sum + quantity * unitCents, 0)
  const reason = `Factuur ${number}, vervangen door een zonder btw`
  const payments = withoutReturned(creditPayments, returnedCents)
  return {
    creditNote: {
      ...buildCreditNoteContent(invoice, { amountCents, voucherCents, reason }),
      isReplaced: true,
    },
    replacement: {
      ...content,
      // No rate is looked up for an exempt part.
      ...taxLines(content.lines.flatMap(untaxedLines), treatment, [], now),
      ...(payments && payments.length > 0 && { creditPayments: payments }),
      credits: null,
      replaces: number,
    },
  }
}
