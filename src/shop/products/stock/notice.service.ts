import { randomUUIDv7 } from 'node:crypto'
import { notifyAdmins } from '../../../people/notifications/service.ts'
import type { Tx } from '../../../platform/db/db.ts'
import type { SoldProduct } from './service.ts'

/**
 * Notifies admins of products that a sale made low or sold out, in its transaction, which still has the products locked: of two
 * simultaneous orders only one crosses a threshold. Units that are held for unpaid orders count as in stock, because most come
 * back; otherwise each abandoned checkout of a last unit would be reported. Changes by hand are not reported: the admin knows of
 * them.
 */
export async function notifyStockCrossings(tx: Tx, sold: SoldProduct[], threshold: number): Promise<void> {
  for (const { id, name: productName, ...stock } of sold) {
    const kind = stockCrossing(stock, threshold)
    // A product may be low several times, after new stock came in: each is told.
    const subject = { about: `${id} ${randomUUIDv7()}`, path: `/admin/products/${id}` }
    if (kind === 'SOLD_OUT') await notifyAdmins(tx, { kind, params: { productName }, ...subject })
    if (kind === 'LOW_STOCK')
      await notifyAdmins(tx, { kind, params: { productName, left: stock.after }, ...subject })
  }
}

/**
 * The effect of a sale on a product, when it crossed the threshold: nothing is said of a product that was low already. A sale that
 * crosses both says only that it is sold out.
 * @param threshold at this many units or fewer it is low; 0: never
 */
export function stockCrossing(
  { before, after }: { before: number; after: number },
  threshold: number,
): 'SOLD_OUT' | 'LOW_STOCK' | null {
  if (before > 0 && after <= 0) return 'SOLD_OUT'
  return before > threshold && after <= threshold ? 'LOW_STOCK' : null
}
