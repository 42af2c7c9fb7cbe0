import type { Settings } from '../../wire/settings.ts'
import { type Company, companyAddressLines } from '../../wire/company.ts'
import { vatRates } from '../settings/rules.ts'
import type { InvoiceContent, InvoiceKind } from './contract.ts'

/** What each is called. */
export const invoiceKindLabels: Record<InvoiceKind, string> = {
  INVOICE: 'Factuur',
  CREDIT_NOTE: 'Creditnota',
}

export interface InvoiceTotals {
  /** Cents, each; `total` is what was paid. */
  net: number
  vat: number
  total: number
}

/** What the lines come to, and how much VAT is in that: reckoned once over the total, so that no cent is lost. */
export function calculateInvoiceTotals({
  lines,
  vatRate,
}: Pick<InvoiceContent, 'lines' | 'vatRate'>): InvoiceTotals {
  const total = lines.reduce((sum, line) => sum + line.quantity * line.unitCents, 0)
  const vat = Math.sign(total) * Math.round((Math.abs(total) * vatRate) / (100 + vatRate))
  return { net: total - vat, vat, total }
}

/** The line of a credit note: what goes back of an invoice. */
export const buildCreditNoteContent = (
  invoice: InvoiceContent & { number: string },
  amountCents: number,
  reason: string,
): InvoiceContent => ({
  seller: invoice.seller,
  buyer: invoice.buyer,
  subject: invoice.subject,
  lines: [{ text: reason, quantity: 1, unitCents: -amountCents }],
  vatRate: invoice.vatRate,
  vatMode: invoice.vatMode,
  credits: invoice.number,
})

/** Who sells, and what VAT is in the prices, as it is set at this moment: an invoice keeps it. */
export const buildSellerAndVat = ({
  company,
  vatMode,
}: Settings): Pick<InvoiceContent, 'seller' | 'vatRate' | 'vatMode'> => ({
  seller: toInvoiceSeller(company),
  vatRate: vatRates[vatMode],
  vatMode,
})

export const toInvoiceSeller = (company: Company): InvoiceContent['seller'] => {
  const { name, companyNumber, vatNumber, email, phone } = company
  return { name, address: companyAddressLines(company), companyNumber, vatNumber, email, phone }
}

/** What the law wants on an invoice without VAT: nothing, or by which scheme it is left out. */
export const vatExemptionNote = ({
  vatRate,
  vatMode,
}: Pick<InvoiceContent, 'vatRate' | 'vatMode'>): string | null =>
  vatRate === 0 && (vatMode ?? 'BE_SMALL_BUSINESS') === 'BE_SMALL_BUSINESS'
    ? 'Bijzondere vrijstellingsregeling kleine ondernemingen: btw niet van toepassing.'
    : null

/** Who sells, line by line: all that is known of it. */
export const formatSellerLines = (seller: InvoiceContent['seller']): string[] =>
  [
    seller.name,
    ...seller.address,
    seller.companyNumber && `Ondernemingsnummer ${seller.companyNumber}`,
    seller.vatNumber && `Btw-nummer ${seller.vatNumber}`,
    seller.email,
    seller.phone,
  ].filter(text => typeof text === 'string' && text !== '') as string[]

/** `factuur-F2026-000042.pdf` */
export const invoiceFileName = ({ number, kind }: { number: string; kind: InvoiceKind }): string =>
  `${invoiceKindLabels[kind].toLowerCase()}-${number}.pdf`
