import { randomUUIDv7 } from 'node:crypto'
import { notifyAdmins } from '../../people/notifications/service.ts'
import type { Tx } from '../../platform/db.ts'
import type { SoldProduct } from './stock.service.ts'
import { stockCrossing } from './stockNotice.rules.ts'

/**
 * Notifies admins of what a sale made low or sold out, in its transaction, which still has the products locked: of two
 * simultaneous orders only one crosses a threshold. Units that are held for unpaid orders count as there, because most
 * come back; otherwise each abandoned checkout of a last unit would be told. What a person changes by hand, they know.
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
