import type { Tx } from '../../platform/db.ts'
import { defineJob } from '../../platform/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import type { PaymentKind } from '../payments/contract.ts'
import { getRefund } from '../payments/refund.service.ts'
import type { InvoiceContent } from './contract.ts'
import { buildCreditNoteContent, buildSellerAndVat, fiscalYear } from './rules.ts'
import { findInvoice, type InvoiceRow, issueInvoice } from './service.ts'

/** What an invoice says of its purchase. */
type InvoiceSubject = Pick<InvoiceContent, 'buyer' | 'subject' | 'lines' | 'creditPayments'>

/** The functions that invoices need of one kind of purchase. */
export interface InvoiceSource {
  readInvoiceData(tx: Tx, subjectId: string): Promise<{ userId: string; content: InvoiceSubject }>
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
    const { amountCents, reason, kind, subjectId, voucherCents, destination } = await getRefund(tx, refundId)
    // The job of the invoice may run later than this one.
    if (!(await findInvoice(tx, subjectId)))
      await issuePurchaseInvoice(tx, platform, sources[kind], subjectId)
    const invoiced = await findInvoice(tx, subjectId)
    if (!invoiced) return
    const { userId, number } = invoiced
    const invoice = { ...invoiced.content, number }
    const content = buildCreditNoteContent(invoice, {
      amountCents,
      reason: reason || 'Terugbetaling',
      voucherCents,
      isToCredit: destination === 'CREDIT',
    })
    const draft = { kind: 'CREDIT_NOTE', userId, subjectId, refundId, content } as const
    const { invoice: creditNote, isNew } = await issueInvoice(tx, draft, fiscalYear(now()), now())
    if (isNew) await sources[kind].mailCreditNote(tx, platform, creditNote, amountCents)
  })

async function issuePurchaseInvoice(tx: Tx, platform: Platform, source: InvoiceSource, subjectId: string) {
  const { settings, now } = platform
  const { userId, content } = await source.readInvoiceData(tx, subjectId)
  const whole = { ...content, ...buildSellerAndVat(settings.current), credits: null }
  const draft = { kind: 'INVOICE', userId, subjectId, refundId: null, content: whole } as const
  const { invoice, isNew } = await issueInvoice(tx, draft, fiscalYear(now()), now())
  if (isNew) await source.mailInvoice(tx, platform, invoice)
}
