import type { Tx } from '../../platform/db.ts'
import type { Platform } from '../../platform/platform.ts'
import type { PaymentKind } from '../payments/contract.ts'
import type { InvoiceContent } from './contract.ts'
import type { InvoiceRow } from './service.ts'

/** What invoices need to know of one kind of purchase. */
export interface InvoiceSource {
  /** Who bought, and what stands on the invoice. */
  readInvoiceData(
    tx: Tx,
    subjectId: string,
  ): Promise<{ userId: string; content: Pick<InvoiceContent, 'buyer' | 'subject' | 'lines'> }>
  /** Queues the mail that brings a new invoice; `invoice.subjectId` is the purchase. */
  mailInvoice(tx: Tx, platform: Platform, invoice: InvoiceRow): Promise<void>
  /** Queues the mail that brings a new credit note. @param cents what was refunded, above 0 */
  mailCreditNote(tx: Tx, platform: Platform, creditNote: InvoiceRow, cents: number): Promise<void>
}

export type InvoiceSources = Record<PaymentKind, InvoiceSource>
