import { holdStock, releaseStock, sellAvailableStock, sellHeldStock } from '../../products/stock/service.ts'
import { listOrderQuantities } from '../service.ts'
import type { LineKind } from './kind.service.ts'

/** Goods are sent. Whatever else is sold has stock in the same way. */
export const goods: LineKind = {
  includes: () => true,
  hold: holdStock,
  async sell(tx, orderId, now) {
    const held = await sellHeldStock(tx, orderId)
    return held ?? sellAvailableStock(tx, orderId, await listOrderQuantities(tx, orderId), now)
  },
  // A shipment delivers them.
  deliver: async () => new Set(),
  release: (tx, orderId) => releaseStock(tx, orderId),
  takeBack: async () => [],
  restock: ({ returned }, isWanted) => (isWanted ? returned : 0),
}
