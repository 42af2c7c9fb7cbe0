import type { Tx } from '../../platform/db/db.ts'
import { defineJob } from '../../platform/jobs/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import type { PaymentKind } from '../payments/contract.ts'
import { getRefund } from '../payments/refund.service.ts'
import type { InvoiceContent } from './contract.ts'
import { findPaymentCountry } from '../payments/service.ts'
import type { VatTerms } from '../vat/contract.ts'
import { countryCodeOf } from '../vat/countries.rules.ts'
import { countryOfVatNumber, currentTerms, decideTreatment, placeCustomer } from '../vat/rules.ts'
import { vatNumberLine } from './addressLines.rules.ts'
import { buildCreditNoteContent } from './creditNote.rules.ts'
import { creditTaxPoint, saleTaxPoint, taxLines, toInvoiceSeller, type UntaxedLine } from './rules.ts'
import { queuePeppolDocument } from './peppol/queue.service.ts'
import { findCreditNotes, findInvoice, type InvoiceRow, issueInvoice, lockInvoice } from './service.ts'

/** The purchase of an invoice. */
interface InvoiceSubject extends Pick<InvoiceContent, 'buyer' | 'subject' | 'creditPayments'> {
  lines: UntaxedLine[]
}

/** The facts that decide the VAT of a purchase. */
export interface InvoiceVatData {
  /** As agreed when it was made; null for one from before that was kept. */
  terms: VatTerms | null
  /** When it was paid: the VAT is that of this moment (Dir. 2006/112 art. 65). Null while that is not known. */
  paidAt: Date | null
  /** Countries as addresses write them; null where there is none. */
  shippingCountry: string | null
  ownCountry: string | null
}

/** The functions that invoices need of one kind of purchase. */
export interface InvoiceSource {
  readInvoiceData(
    tx: Tx,
    subjectId: string,
  ): Promise<{ userId: string; content: InvoiceSubject; vat: InvoiceVatData }>
  /** Queues the mail with a new invoice; `invoice.subjectId` is the purchase. */
  mailInvoice(tx: Tx, platform: Platform, invoice: InvoiceRow): Promise<void>
  /** Queues the mail with a new credit note. @param cents the refunded amount, above 0 */
  mailCreditNote(tx: Tx, platform: Platform, creditNote: InvoiceRow, cents: number): Promise<void>
}

export type InvoiceSources = Record<PaymentKind, InvoiceSource>

/** Invoices a paid purchase and mails the invoice to its buyer. */
export const invoiceJob = defineJob<{ kind: PaymentKind; subjectId: string }>('invoice')

/** Creates the credit note of a refund and mails it to the buyer. */
export const creditNoteJob = defineJob<{ refundId: string }>('credit')

/**
 * Issues the invoice of a paid purchase and queues its mail, in a transaction of its own, so that the lock on the
 * series is never held while stock or a payment is locked. Does nothing when it was issued before.
 */
export const invoicePurchase = (
  platform: Platform,
  sources: InvoiceSources,
  kind: PaymentKind,
  subjectId: string,
): Promise<void> =>
  platform.db.transaction(tx => issuePurchaseInvoice(tx, platform, sources[kind], subjectId))

/** Issues the credit note of a refund and queues its mail, once; does nothing for a purchase without an invoice. */
export const createCreditNote = (platform: Platform, sources: InvoiceSources, refundId: string) =>
  platform.db.transaction(async tx => {
    const { now } = platform
    const { kind, subjectId, destination, reason, createdAt, ...refund } = await getRefund(tx, refundId)
    // The job of the invoice may run later than this one.
    if (!(await findInvoice(tx, subjectId)))
      await issuePurchaseInvoice(tx, platform, sources[kind], subjectId)
    const invoiced = await lockInvoice(tx, subjectId)
    if (!invoiced) return
    const { userId, number } = invoiced
    const invoice = { ...invoiced.content, number }
    const credited = {
      ...refund,
      reason: reason || 'Terugbetaling',
      isToCredit: destination === 'CREDIT',
    }
    const content = buildCreditNoteContent(invoice, credited, await findCreditNotes(tx, subjectId, number))
    const taxPointAt = creditTaxPoint(invoice, createdAt)
    const draft = { kind: 'CREDIT_NOTE', userId, subjectId, refundId, content, taxPointAt } as const
    const { invoice: creditNote, isNew } = await issueInvoice(tx, draft, now)
    if (!isNew) return
    await queuePeppolDocument(tx, platform, creditNote)
    await sources[kind].mailCreditNote(tx, platform, creditNote, refund.amountCents)
  })

/**
 * The VAT of a purchase that is paid: by the terms that were agreed, the place of its buyer, and the rates at the time of its payment.
 * @returns its lines with their VAT, and the VAT of each rate
 */
export async function taxPurchase(
  tx: Tx,
  { settings, vatRates, now }: Pick<Platform, 'settings' | 'vatRates' | 'now'>,
  subjectId: string,
  { lines, vat }: { lines: readonly UntaxedLine[]; vat: InvoiceVatData },
) {
  const treatment = decideTreatment(vat.terms ?? currentTerms(settings.current), {
    ...placeCustomer({
      shipping: countryCodeOf(vat.shippingCountry),
      business: vat.terms?.business ? countryOfVatNumber(vat.terms.business.vatNumber) : null,
      own: countryCodeOf(vat.ownCountry),
      stated: vat.terms?.statedCountry ?? null,
      payment: await findPaymentCountry(tx, subjectId),
    }),
  })
  return taxLines(lines, treatment, vatRates.current, vat.paidAt ?? now())
}

async function issuePurchaseInvoice(tx: Tx, platform: Platform, source: InvoiceSource, subjectId: string) {
  const { settings, now } = platform
  const { userId, content, vat } = await source.readInvoiceData(tx, subjectId)
  const taxed = await taxPurchase(tx, platform, subjectId, { lines: content.lines, vat })
  const { business } = taxed.vat
  const whole = {
    ...content,
    buyer: business ? [...content.buyer, business.name, vatNumberLine(business)] : content.buyer,
    seller: toInvoiceSeller(settings.current.company),
    ...taxed,
    credits: null,
  }
  const taxPointAt = saleTaxPoint(taxed.vat, vat.paidAt)
  const draft = { kind: 'INVOICE', userId, subjectId, refundId: null, content: whole, taxPointAt } as const
  const { invoice, isNew } = await issueInvoice(tx, draft, now)
  if (!isNew) return
  await queuePeppolDocument(tx, platform, invoice)
  await source.mailInvoice(tx, platform, invoice)
}
