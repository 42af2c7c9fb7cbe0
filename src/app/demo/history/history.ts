import type { Settings } from '../../../wire/settings.ts'
import type { InvoiceContent } from '../../../money/invoices/contract.ts'
import type { UntaxedLine } from '../../../money/invoices/rules.ts'
import type { PaymentKind } from '../../../money/payments/contract.ts'
import type { StockEntryKind } from '../../../shop/catalog/table.ts'
import { createIds, createSeededRandom, type SeededRandom } from '../random.ts'
import { emptyRows, type HistoryRows } from './rows.ts'

/** What the history depends on besides its seed. */
export interface HistoryFacts {
  now: Date
  settings: Settings
  /** The shop's address, for links in mails. */
  origin: string
  /** Of the one password of all demo accounts. */
  passwordHash: string
}

/** Units that leave or enter the stock. */
export interface StockMovement {
  productId: string
  kind: StockEntryKind
  /** Signed. */
  pieces: number
  orderId: string | null
  cause: string | null
  reason: string | null
  at: Date
}

/** An invoice, or a credit note of `credits`, that has no number yet. */
export interface InvoiceDraft {
  id: string
  paymentKind: PaymentKind
  userId: string
  subjectId: string
  content: Pick<InvoiceContent, 'buyer' | 'subject'> & { lines: UntaxedLine[] }
  /** Where it was sent or, when nothing was, where the buyer lives. */
  country?: string | null
  at: Date
  credit: { of: InvoiceDraft; refundId: string; amountCents: number; reason: string } | null
}

/** The past of the demo shop while it is made: the rows so far, and what becomes rows at the end. */
export interface History extends HistoryFacts {
  dice: SeededRandom
  newId: (at: Date) => string
  rows: HistoryRows
  movements: StockMovement[]
  invoiceDrafts: InvoiceDraft[]
}

export function createHistory(facts: HistoryFacts): History {
  const dice = createSeededRandom(20_261_122)
  const newId = createIds(createSeededRandom(20_261_123))
  return { ...facts, dice, newId, rows: emptyRows(), movements: [], invoiceDrafts: [] }
}
