import { lockOrdersToShip, markOrdersShipped } from '../../shop/orders/ship.service.ts'
import type { Platform } from '../../platform/platform.ts'
import type { ShipResult } from './bulk.contract.ts'
import { findShipRefusal } from './ship.rules.ts'

/**
 * Ships by standard post all orders that can be shipped, in one transaction with a fixed number of statements. Of two
 * simultaneous calls, the second reads what the first has shipped.
 * @returns a result for each id, in the order of `ids`
 */
export const shipOrdersByStandardPost = (
  platform: Platform,
  by: string,
  orderIds: string[],
): Promise<ShipResult[]> =>
  platform.db.transaction(async tx => {
    const locked = await lockOrdersToShip(tx, [...new Set(orderIds)])
    const candidates = locked.map(each => ({
      ...each,
      refusal: findShipRefusal(each.order, each.unpickedLines),
    }))
    const toShip = candidates.filter(({ refusal }) => refusal === null)
    await markOrdersShipped(tx, platform, by, toShip)
    return orderIds.map(orderId => {
      const found = candidates.find(({ order }) => order.id === orderId)
      const reason = found ? found.refusal : 'Bestelling niet gevonden'
      return { orderId, number: found?.order.number ?? null, isShipped: reason === null, reason }
    })
  })
