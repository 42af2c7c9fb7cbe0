import type { InvoiceContent } from './contract.ts'
import { element } from './xml.rules.ts'

/** The content of an invoice or a credit note of which the VAT is kept by line. */
export type UblContent = InvoiceContent & { vat: NonNullable<InvoiceContent['vat']> }

export const text = (name: string, content: string | null | undefined, attributes?: Record<string, string>) =>
  element(`cbc:${name}`, content, attributes)
export const part = (name: string, content: Parameters<typeof element>[1]) => element(`cac:${name}`, content)
export const vatScheme = part('TaxScheme', [text('ID', 'VAT')])
