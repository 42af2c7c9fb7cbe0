import { sql, type SQL } from 'drizzle-orm'
import { minutePurchases } from '../../money/minutes/table.ts'
import type { VatTerms } from '../../money/vat/contract.ts'
import { orders } from '../../shop/orders/table.ts'

/** The sales to businesses with a VAT number, by kind. */
export interface BusinessSale {
  id: string
  userId: string
  /** Of an order; null of a purchase of minutes. */
  number: string | null
  /** Of minutes; null of an order. */
  minutes: number | null
  /** Where goods go; null where nothing is sent. */
  country: string | null
  terms: VatTerms
}

/** Both kinds as one table, to join by id. */
export const businessSales: SQL = sql`(
  select id, user_id, created_at, number, null::int as minutes, shipping_country as country, vat as terms from ${orders}
  union all select id, user_id, created_at, null, minutes, null, vat from ${minutePurchases}
)`

/** Where an admin corrects its VAT. */
export const correctionPath = ({
  id,
  userId,
  number,
}: Pick<BusinessSale, 'id' | 'userId' | 'number'>): string =>
  number === null ? `/admin/users/${userId}` : `/admin/orders/${id}`
