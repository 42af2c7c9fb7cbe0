import { matchStockWithCodes } from '../../downloads/codes.service.ts'
import { digital } from './digital.service.ts'
import type { LineKind } from './kind.service.ts'

/** Codes are delivered as downloads are. Their stock is the number of those that are not sold. */
export const codes: LineKind = {
  ...digital,
  includes: ({ content }) => content === 'CODES',
  // The stock follows the codes, whatever is wanted: those that nobody has seen are for sale again when they are taken back.
  restock: () => 0,
  async recount(tx, productIds, by, cause) {
    for (const productId of productIds) await matchStockWithCodes(tx, productId, by, cause)
  },
}
