import type { StockCause } from '../../../backoffice/products/contract.ts'
import { addMs, HOUR, timeDaysAgo } from './calendar.ts'
import type { CatalogueProduct } from './catalogue.ts'
import type { History, StockMovement } from './history.ts'
import { recordAudit } from './records.ts'

/** Milliseconds that an unpaid order holds its units. */
export const holdExpiryMs = HOUR / 2

/** Days ago, on a morning: the second delivery of every product. */
const RESTOCKED_DAYS_AGO = 48

/**
 * The stock ledger: what was bought in, so that all sales leave the stock of today and the stock was never below zero; a first part when
 * the product was added, the rest some weeks later.
 */
export function addStockLedger(history: History, catalogue: CatalogueProduct[], adminId: string): void {
  const { rows, newId, movements, now } = history
  const restockedAt = timeDaysAgo(now, RESTOCKED_DAYS_AGO, 8 * 60 + 40)
  for (const product of catalogue) {
    const moved = movements
      .filter(({ productId }) => productId === product.id)
      .toSorted((one, other) => one.at.getTime() - other.at.getTime())
    const total = product.stock - moved.reduce((sum, { pieces }) => sum + pieces, 0)
    const early = moved.filter(({ at }) => at < restockedAt)
    const first = Math.max(largestShortage(early), Math.ceil(total * 0.6))
    const broughtIn = (pieces: number, at: Date, cause: StockCause | null): StockMovement[] => {
      // As an admin's change of the stock is recorded.
      const kind = cause ? ('CORRECTION' as const) : ('INTAKE' as const)
      const entry = { productId: product.id, kind, pieces, orderId: null, cause, reason: null, at }
      return pieces > 0 ? [entry] : []
    }
    const later = moved.filter(({ at }) => at >= restockedAt)
    let stock = 0
    for (const { at, ...movement } of [
      ...broughtIn(first, addMs(product.row.createdAt ?? now, HOUR / 2), null),
      ...early,
      ...broughtIn(total - first, restockedAt, 'DELIVERED'),
      ...later,
    ]) {
      stock += movement.pieces
      const actorId = movement.cause ? adminId : null
      if (actorId) {
        const details = { stock: { from: stock - movement.pieces, to: stock } }
        recordAudit(history, actorId, { action: 'PRODUCT_CHANGED', subjectId: product.id, details }, at)
      }
      rows.stockEntries.push({ id: newId(at), ...movement, stockAfter: stock, actorId, createdAt: at })
    }
  }
}

/** How many units the movements need at most before any comes back. */
function largestShortage(movements: StockMovement[]): number {
  let stock = 0
  let lowest = 0
  for (const { pieces } of movements) {
    stock += pieces
    lowest = Math.min(lowest, stock)
  }
  return -lowest
}
