import { desc, eq, sql, type AnyColumn } from 'drizzle-orm'
import { formatAddressLines } from '../../people/addresses/rules.ts'
import { addresses } from '../../people/addresses/table.ts'
import type { Tx } from '../../platform/db/db.ts'
import { qualified } from '../../platform/db/sql.ts'
import type { VatTerms } from './contract.ts'
import { countryCodeOf } from './countries.rules.ts'
import { countryOfVatNumber } from './rules.ts'

/** The country of someone's own address, as they wrote it: their default one, or else the newest. Null without any. */
export const ownCountryOf = (userId: AnyColumn) =>
  sql<string | null>`(
    select own.country from ${addresses} own where own.user_id = ${qualified(userId)}
    order by own.is_default desc, own.created_at desc limit 1
  )`

/**
 * The lines of the same address for the invoice of a business that has nothing sent (Dir. 2006/112 art. 226, 5°); null for a consumer, and
 * when it is not in the country of the business. Costs a statement only with a business.
 */
export async function findBusinessAddress(
  tx: Tx,
  userId: string,
  terms: VatTerms | null,
): Promise<string[] | null> {
  if (!terms?.business) return null
  const [own] = await tx
    .select()
    .from(addresses)
    .where(eq(addresses.userId, userId))
    .orderBy(desc(addresses.isDefault), desc(addresses.createdAt))
    .limit(1)
  const isThere = own && countryCodeOf(own.country) === countryOfVatNumber(terms.business.vatNumber)
  return isThere ? formatAddressLines(own) : null
}
