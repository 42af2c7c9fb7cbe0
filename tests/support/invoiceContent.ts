import type { InvoiceContent } from '../../src/money/invoices/contract.ts'
import { taxLines } from '../../src/money/invoices/rules.ts'
import { defaultVatRates } from '../../src/money/vat/rates.rules.ts'
import { decideTreatment } from '../../src/money/vat/rules.ts'

/** A company without an address or numbers. */
export const invoiceSeller: InvoiceContent['seller'] = {
  name: 'Gloed',
  legalForm: 'COMPANY',
  address: [],
  companyNumber: null,
  vatNumber: null,
  email: null,
  phone: null,
}

const treatment = decideTreatment({ scheme: 'DOMESTIC', sellerCountry: 'BE' }, { place: 'BE', evidence: [] })

/** An invoice of one product of € 10, at 21 %. */
export const invoiceContent: InvoiceContent = {
  seller: invoiceSeller,
  buyer: [],
  subject: 'Bestelling',
  ...taxLines(
    [{ text: 'Iets', quantity: 1, unitCents: 1000 }],
    treatment,
    defaultVatRates,
    new Date('2026-11-20T12:00:00Z'),
  ),
  credits: null,
}
