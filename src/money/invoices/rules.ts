import type { Company } from '../../wire/company.ts'
import { companyAddressLines, companyNameLine } from '../../wire/companyText.ts'
import type { Supply, TaxClass, VatRate } from '../../wire/vat.ts'
import type { VatTreatment } from '../vat/contract.ts'
import { calculateVat, isOfGoods } from '../vat/rules.ts'
import type { CreditPayment } from '../credit/contract.ts'
import type { InvoiceContent, InvoiceKind } from './contract.ts'

export const invoiceKindLabels: Record<InvoiceKind, string> = {
  INVOICE: 'Factuur',
  CREDIT_NOTE: 'Creditnota',
}

/** A line before its VAT is computed; without a class it is taxed at the standard rate, and without a supply it is of goods. */
export type UntaxedLine = Omit<InvoiceContent['lines'][number], 'vat'> & {
  taxClass?: TaxClass | undefined
  supply?: Supply | undefined
}

type TaxedContent = Pick<InvoiceContent, 'lines' | 'vat'>

/** The lines of an invoice with their VAT, and the VAT of each rate. Gift cards have none: it is due when they are spent. */
export function taxLines(
  untaxed: readonly UntaxedLine[],
  treatment: VatTreatment,
  rates: readonly VatRate[],
  moment: Date,
): TaxedContent {
  const taxed = untaxed.filter(({ isVoucher }) => !isVoucher)
  const amounts = taxed.map(({ quantity, unitCents, taxClass = 'STANDARD' }) => ({
    grossCents: quantity * unitCents,
    taxClass,
  }))
  const { lines: vats, groups } = calculateVat(amounts, treatment, rates, moment)
  const vatOf = new Map(taxed.map((line, index) => [line, vats[index]]))
  const lines = untaxed.map(line => {
    const { taxClass: _taxClass, supply = 'GOODS', ...own } = line
    const vat = vatOf.get(line)
    return { ...own, ...(vat && { vat: { ...vat, supply } }) }
  })
  return { lines, vat: { ...treatment, groups } }
}

/** The total of the lines, and the VAT in it, in cents. Gift cards have none: it is due when they are spent. */
export function calculateInvoiceTotals({ lines, vat: { groups } }: TaxedContent) {
  const total = lines.reduce((sum, line) => sum + line.quantity * line.unitCents, 0)
  const vat = groups.reduce((sum, { vatCents }) => sum + vatCents, 0)
  return { net: total - vat, vat, total }
}

/**
 * When the VAT of a sale becomes due: when it is paid, because that is before the delivery (Dir. 2006/112 art. 65); of goods that a business
 * of another member state accounts for, when they are invoiced (art. 67). @returns null for the time of its issue
 */
export const saleTaxPoint = (
  vat: Pick<VatTreatment, 'basis' | 'evidence'>,
  paidAt: Date | null,
): Date | null => (vat.basis === 'REVERSE_CHARGE' && isOfGoods(vat) ? null : paidAt)

/**
 * When the VAT of a refund is taken off: when it is decided, because the price is lowered then (art. 90); of VAT that a business of another
 * member state accounts for, when it is told (art. 264). @returns null for the time of its issue
 */
export const creditTaxPoint = ({ vat }: Pick<InvoiceContent, 'vat'>, decidedAt: Date): Date | null =>
  vat.basis === 'REVERSE_CHARGE' ? null : decidedAt

/** The payments by gift cards and store credit, as an invoice says it. */
export const describeCreditPayments = (payments: readonly CreditPayment[]) =>
  payments.map(({ kind, lastFour, amount: cents }) => ({
    text: kind === 'GIFT_CARD' ? `Betaald met cadeaubon …${lastFour ?? ''}` : 'Betaald met tegoed',
    cents,
  }))

export const toInvoiceSeller = (company: Company): InvoiceContent['seller'] => {
  const { name, legalForm, companyNumber, vatNumber, email, phone } = company
  return { name, legalForm, address: companyAddressLines(company), companyNumber, vatNumber, email, phone }
}

/** All known details of the seller, one per line. */
export const formatSellerLines = (seller: InvoiceContent['seller']): string[] =>
  [
    companyNameLine(seller),
    ...seller.address,
    seller.companyNumber && `Ondernemingsnummer ${seller.companyNumber}`,
    seller.vatNumber && `Btw-nummer ${seller.vatNumber}`,
    seller.email,
    seller.phone,
  ].flatMap(text => text || [])

/** `factuur-F2026-000042.pdf` */
export const invoiceFileName = ({ number, kind }: { number: string; kind: InvoiceKind }): string =>
  `${invoiceKindLabels[kind].toLowerCase()}-${number}.pdf`

const numberPrefixes: Record<InvoiceKind, string> = { INVOICE: 'F', CREDIT_NOTE: 'C' }

/** `F2026-000042`, and `C2026-000007` for a credit note. */
export const formatInvoiceNumber = (kind: InvoiceKind, year: number, serial: number): string =>
  `${numberPrefixes[kind]}${year}-${String(serial).padStart(6, '0')}`

const brusselsYearFormat = new Intl.DateTimeFormat('en', { timeZone: 'Europe/Brussels', year: 'numeric' })

/** The fiscal year with which order and invoice numbers begin: the calendar year in Brussels. */
export const fiscalYear = (now: Date): number => Number(brusselsYearFormat.format(now))
