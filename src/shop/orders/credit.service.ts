import { createSpendStatement, findCreditPayments, settleCredit } from '../../money/credit/spend.service.ts'
import { releaseCredit } from '../../money/credit/release.service.ts'
import { describeCreditPayments } from '../../money/invoices/rules.ts'
import type { Tx } from '../../platform/db/db.ts'
import type { OrderStatus } from './contract.ts'
import { orders } from './table.ts'

export const spendOnOrder = createSpendStatement(orders)

/** The payment by gift cards and store credit follows the order. Accounts are locked last. */
export async function updateOrderCredit(
  tx: Tx,
  { id, paidAt, creditCents }: Pick<typeof orders.$inferSelect, 'id' | 'paidAt' | 'creditCents'>,
  status: OrderStatus,
  now: Date,
): Promise<void> {
  if (creditCents === 0) return
  // Of one that was paid, a refund decides.
  if (paidAt !== null) await settleCredit(tx, id, paidAt)
  else if (status === 'CANCELLED') await releaseCredit(tx, orders, id, now)
}

/** The lines of an invoice about cards and store credit; nothing without any. */
export async function findInvoiceCredit(tx: Tx, { id, creditCents }: { id: string; creditCents: number }) {
  if (creditCents === 0) return {}
  return { creditPayments: describeCreditPayments(await findCreditPayments(tx, id)) }
}
