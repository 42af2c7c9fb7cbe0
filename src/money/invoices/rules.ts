import type { Settings } from '../../wire/settings.ts'
import { type Company, companyAddressLines } from '../../wire/company.ts'
import { vatRates } from '../settings/rules.ts'
import type { InvoiceContent, InvoiceKind } from './contract.ts'

export const invoiceKindLabels: Record<InvoiceKind, string> = {
  INVOICE: 'Factuur',
  CREDIT_NOTE: 'Creditnota',
}

/** The total of the lines, and the VAT in it: calculated once over the total, so that no cent is lost to rounding. */
export function calculateInvoiceTotals({ lines, vatRate }: Pick<InvoiceContent, 'lines' | 'vatRate'>) {
  const total = lines.reduce((sum, line) => sum + line.quantity * line.unitCents, 0)
  const vat = Math.sign(total) * Math.round((Math.abs(total) * vatRate) / (100 + vatRate))
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
  const { name, companyNumber, vatNumber, email, phone } = company
  return { name, address: companyAddressLines(company), companyNumber, vatNumber, email, phone }
}

/** The sentence that the law requires on an invoice without VAT; null when none is required. */
export const vatExemptionNote = ({ vatRate, vatMode }: Pick<InvoiceContent, 'vatRate' | 'vatMode'>) =>
  vatRate === 0 && (vatMode ?? 'BE_SMALL_BUSINESS') === 'BE_SMALL_BUSINESS'
    ? 'Bijzondere vrijstellingsregeling kleine ondernemingen: btw niet van toepassing.'
    : null

/** All known details of the seller, one per line. */
export const formatSellerLines = (seller: InvoiceContent['seller']): string[] =>
  [
    seller.name,
    ...seller.address,
    seller.companyNumber && `Ondernemingsnummer ${seller.companyNumber}`,
    seller.vatNumber && `Btw-nummer ${seller.vatNumber}`,
    seller.email,
    seller.phone,
  ].flatMap(text => text || [])

/** `factuur-F2026-000042.pdf` */
export const invoiceFileName = ({ number, kind }: { number: string; kind: InvoiceKind }): string =>
  `${invoiceKindLabels[kind].toLowerCase()}-${number}.pdf`

const brusselsYearFormat = new Intl.DateTimeFormat('en', { timeZone: 'Europe/Brussels', year: 'numeric' })

/** The fiscal year with which order and invoice numbers begin: the calendar year in Brussels. */
export const fiscalYear = (now: Date): number => Number(brusselsYearFormat.format(now))
