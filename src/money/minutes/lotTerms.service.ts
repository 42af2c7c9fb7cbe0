import { and, eq, inArray } from 'drizzle-orm'
import type { Tx } from '../../platform/db/db.ts'
import type { Platform } from '../../platform/platform.ts'
import { findFinality } from '../credit/finality.service.ts'
import { taxPurchase } from '../invoices/issue.service.ts'
import { calculateInvoiceTotals } from '../invoices/rules.ts'
import { getMinutePurchaseInvoiceData } from './service.ts'
import { minuteEntries, minuteLots } from './table.ts'

/** Notes at the minutes of a purchase that was credited the VAT and the fees in their price, in cents, and from when it is final. */
export async function recordLotTerms(
  tx: Tx,
  platform: Pick<Platform, 'settings' | 'vatRates' | 'now'>,
  purchaseId: string,
): Promise<void> {
  const { content, vat } = await getMinutePurchaseInvoiceData(tx, purchaseId)
  const taxed = await taxPurchase(tx, platform, purchaseId, { lines: content.lines, vat })
  const { vat: vatCents } = calculateInvoiceTotals(taxed)
  const terms = await findFinality(tx, platform, purchaseId, vat.paidAt ?? platform.now())
  const credited = tx
    .select({ id: minuteEntries.id })
    .from(minuteEntries)
    .where(and(eq(minuteEntries.purchaseId, purchaseId), eq(minuteEntries.kind, 'PURCHASE')))
  await tx
    .update(minuteLots)
    .set({ vatCents, ...terms })
    .where(inArray(minuteLots.id, credited))
}
