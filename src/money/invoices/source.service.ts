import type { Tx } from '../../platform/db.ts'
import type { Platform } from '../../platform/platform.ts'
import type { PaymentKind } from '../payments/contract.ts'
import type { InvoiceContent } from './contract.ts'
import type { InvoiceRow } from './service.ts'

/** The functions that invoices need of one kind of purchase. */
export interface InvoiceSource {
  /** The buyer and the content of the invoice. */
  readInvoiceData(
    tx: Tx,
    subjectId: string,
  ): Promise<{ userId: string; content: Pick<InvoiceContent, 'buyer' | 'subject' | 'lines'> }>
  /** Queues the mail with a new invoice; `invoice.subjectId` is the purchase. */
  mailInvoice(tx: Tx, platform: Platform, invoice: InvoiceRow): Promise<void>
  /**
   * Queues the mail with a new credit note.
   * @param cents the refunded amount, above 0
   */
  mailCreditNote(tx: Tx, platform: Platform, creditNote: InvoiceRow, cents: number): Promise<void>
}

export type InvoiceSources = Record<PaymentKind, InvoiceSource>
