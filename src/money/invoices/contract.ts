import { z } from 'zod'
import { LegalForm } from '../../wire/company.ts'
import { LineVat, VatGroup, VatTreatment } from '../vat/contract.ts'
import { endpoint } from '../../wire/endpoint.ts'
import { id, dateTime } from '../../wire/fields.ts'

export const InvoiceKind = z.enum(['INVOICE', 'CREDIT_NOTE'])
export type InvoiceKind = z.output<typeof InvoiceKind>

const InvoiceLine = z.object({
  text: z.string(),
  quantity: z.int(),
  /** Cents incl. VAT, each; below 0 on a credit note. */
  unitCents: z.int(),
  /** A gift card for any purpose: its VAT is due when it is spent (Dir. 2016/1065). Left out otherwise. */
  isVoucher: z.boolean().optional(),
  /** Omitted for a gift card. */
  vat: LineVat.optional(),
})

/** The content of an invoice as on its day of issue; it never changes afterwards. */
export const InvoiceContent = z.object({
  seller: z.object({
    name: z.string(),
    /** Street and number, postcode and town, country. */
    address: z.array(z.string()),
    companyNumber: z.string().nullable(),
    vatNumber: z.string().nullable(),
    email: z.string().nullable(),
    legalForm: LegalForm,
    phone: z.string().nullable(),
  }),
  /** The name and the address; only a name or an e-mail address when nothing was shipped. */
  buyer: z.array(z.string()),
  /** The subject, such as `Bestelling 2026-000042`. */
  subject: z.string(),
  lines: z.array(InvoiceLine),
  /** How it is taxed, and the VAT of each rate. */
  vat: VatTreatment.extend({ groups: z.array(VatGroup) }),
  /** The amounts that gift cards and store credit paid of it; left out without any. */
  creditPayments: z.array(z.object({ text: z.string(), cents: z.int() })).optional(),
  /** On a credit note, whether the money went to a gift card or store credit. */
  isToCredit: z.boolean().optional(),
  /** On a credit note, the number of the invoice that it corrects. */
  credits: z.string().nullable(),
  /** On a credit note, whether another invoice comes in the place of that one; left out otherwise. */
  isReplaced: z.boolean().optional(),
  /** On an invoice that the buyer makes for the seller; left out otherwise. */
  selfBilling: z
    .object({
      /** As the law words it (Dir. 2006/112 art. 226, 10a°). */
      title: z.string(),
      /** The days of the supplies. */
      startsOn: z.string(),
      endsOn: z.string(),
      /** Why a small business has no VAT, by the law of its country; null for others. */
      exemption: z.string().nullable(),
      /** The sentences under the totals. */
      notes: z.array(z.string()),
    })
    .optional(),
  /** On an invoice, the number of the one that it replaces; left out of the first one of a purchase. */
  replaces: z.string().optional(),
})
export type InvoiceContent = z.output<typeof InvoiceContent>

export const Invoice = z.object({
  id,
  number: z.string(),
  kind: InvoiceKind,
  /** Cents incl. VAT; below 0 on a credit note. */
  totalCents: z.int(),
  issuedAt: dateTime,
})
export type Invoice = z.output<typeof Invoice>

export const listInvoices = endpoint('GET /api/orders/:orderId/invoices', 'buyer', {
  summary: "The invoice and the credit notes of one of one's own orders, oldest first",
  input: z.object({ orderId: id }),
  output: z.array(Invoice),
})

/** The answer is a PDF, so the body is no JSON. */
export const downloadInvoice = endpoint('GET /api/invoices/:invoiceId', 'buyer', {
  summary: "One of one's own invoices or credit notes as a PDF; any of them for an admin",
  input: z.object({ invoiceId: id }),
  output: z.null(),
  sends: 'application/pdf',
})

export const invoiceDownloadPath = (invoiceId: string): string =>
  downloadInvoice.path.replace(':invoiceId', encodeURIComponent(invoiceId))
