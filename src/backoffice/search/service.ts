import type { z } from 'zod'
import type { Db } from '../../platform/db/db.ts'
import { searchCustomers } from '../customers/list.service.ts'
import { searchOrders } from '../../shop/orders/admin/list.service.ts'
import { searchAdminProducts } from '../../shop/products/admin/list.service.ts'
import { HITS_PER_KIND, type searchBackoffice } from './contract.ts'

/** The first hits of the lists of orders, customers and products, in one statement each. */
export async function findBackofficeHits(
  db: Db,
  q: string,
): Promise<z.input<typeof searchBackoffice.output>> {
  const [orders, customers, products] = await Promise.all([
    searchOrders(db, q, HITS_PER_KIND),
    searchCustomers(db, q, HITS_PER_KIND),
    searchAdminProducts(db, q, HITS_PER_KIND),
  ])
  return { orders, customers, products }
}
