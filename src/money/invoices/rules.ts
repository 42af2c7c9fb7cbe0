import type { Settings } from '../../wire/settings.ts'
import type { Company } from '../../wire/company.ts'
import { companyAddressLines, companyNameLine } from '../../wire/companyText.ts'
import { includedVat, vatRates } from '../settings/vat.rules.ts'
import type { CreditPayment } from '../credit/contract.ts'
import type { InvoiceContent, InvoiceKind } from './contract.ts'

export const invoiceKindLabels: Record<InvoiceKind, string> = {
  INVOICE: 'Factuur',
  CREDIT_NOTE: 'Creditnota',
}

/** The total of the lines, and the VAT in it, in cents. Gift cards have none: it is due when they are spent. */
export function calculateInvoiceTotals({ lines, vatRate }: Pick<InvoiceContent, 'lines' | 'vatRate'>) {
  const sumOf = (some: InvoiceContent['lines']) =>
    some.reduce((sum, line) => sum + line.quantity * line.unitCents, 0)
  const total = sumOf(lines)
  const vat = includedVat(sumOf(lines.filter(({ isVoucher }) => !isVoucher)), vatRate)
  return { net: total - vat, vat, total }
}

/** The content of a credit note: a line with the refunded amount, and one with what of it was paid for gift cards. */
export function buildCreditNoteContent(
  { number, creditPayments: _creditPayments, ...invoice }: InvoiceContent & { number: string },
  refund: { amountCents: number; reason: string; voucherCents?: number; isToCredit?: boolean },
): InvoiceContent {
  const { amountCents, reason: text, voucherCents = 0, isToCredit = false } = refund
  const goods = amountCents - voucherCents
  return {
    ...invoice,
    lines: [
      ...(goods > 0 ? [{ text, quantity: 1, unitCents: -goods }] : []),
      ...(voucherCents > 0 ? [{ text, quantity: 1, unitCents: -voucherCents, isVoucher: true }] : []),
    ],
    ...(isToCredit && { isToCredit }),
    credits: number,
  }
}

/** What gift cards and store credit paid, as an invoice says it. */
export const describeCreditPayments = (payments: readonly CreditPayment[]) =>
  payments.map(({ kind, lastFour, amount: cents }) => ({
    text: kind === 'GIFT_CARD' ? `Betaald met cadeaubon …${lastFour ?? ''}` : 'Betaald met tegoed',
    cents,
  }))

/** The current seller and VAT rate, to be stored on the invoice. */
export const buildSellerAndVat = ({ company, vatMode }: Settings) => ({
  seller: toInvoiceSeller(company),
  vatRate: vatRates[vatMode],
  vatMode,
})

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
