import type { Settings } from '../../wire/settings.ts'
import type { Company } from '../../wire/company.ts'
import { companyAddressLines, companyNameLine } from '../../wire/companyText.ts'
import { includedVat, vatRates } from '../settings/vat.rules.ts'
import type { InvoiceContent, InvoiceKind } from './contract.ts'

export const invoiceKindLabels: Record<InvoiceKind, string> = {
  INVOICE: 'Factuur',
  CREDIT_NOTE: 'Creditnota',
}

/** The total of the lines, and the VAT in it, in cents. */
export function calculateInvoiceTotals({ lines, vatRate }: Pick<InvoiceContent, 'lines' | 'vatRate'>) {
  const total = lines.reduce((sum, line) => sum + line.quantity * line.unitCents, 0)
  const vat = includedVat(total, vatRate)
  return { net: total - vat, vat, total }
}

/** The content of a credit note: one line with the refunded amount. */
export const buildCreditNoteContent = (
  { number, ...invoice }: InvoiceContent & { number: string },
  amountCents: number,
  reason: string,
): InvoiceContent => ({
  ...invoice,
  lines: [{ text: reason, quantity: 1, unitCents: -amountCents }],
  credits: number,
})

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
