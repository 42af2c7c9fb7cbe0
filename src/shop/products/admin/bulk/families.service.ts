import { asc, sql, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Tx } from '../../../../platform/db/db.ts'
import { readRowsFast } from '../../../../platform/db/rowMapper.ts'
import { isAnyOf } from '../../../../platform/db/sql.ts'
import { isInProductSale, openSalePrice, priceColumns } from '../../prices/salePrices.service.ts'
import { products } from '../../catalog/table.ts'
import { sharedFields, variantName } from '../../variants/rules.ts'
import type { BulkChange, LineChanges } from './contract.ts'
import { snapshotColumns } from './snapshot.service.ts'

/**
 * The products that an edit of a selection changes. A change of a product with variants may have to change its variants: they
 * have the stock and the sales, and may have prices of their own.
 */
export function expandSelection(selected: SQL | undefined, kind: BulkChange['kind']): SQL | undefined {
  const chosen = selected ?? sql`true`
  const ofChosen = sql`${products.parentId} in (select ${products.id} from ${products} where ${chosen} and ${products.options} is not null)`
  if (kind === 'ACTIVE') return selected
  if (kind.startsWith('PRICE')) return sql`((${chosen}) or (not ${products.followsPrice} and ${ofChosen}))`
  if (kind.startsWith('PURCHASE_PRICE'))
    return sql`((${chosen}) or (${products.purchasePrice} is not null and ${ofChosen}))`
  // A sale of a product is none of a variant with a price of its own, unless it began as one.
  const takesPart = kind === 'SALE_END' ? isInProductSale : products.followsPrice
  const sold = kind.startsWith('SALE') ? sql`(${takesPart} and ${ofChosen})` : ofChosen
  return sql`(((${chosen}) and ${products.options} is null) or ${sold})`
}

const variants = alias(products, 'variants')

export type LockedProduct = Awaited<ReturnType<typeof lockFamilies>>[number]

/**
 * Locks products for a change, with all variants of those that have them: first the products with variants, whose prices a
 * trigger keeps, and then the products and variants that are sold; each in id order, as orders do, to avoid deadlocks.
 * @param kind of an edit of a selection; undefined for an import
 */
export async function lockFamilies(tx: Tx, ids: string[], kind?: BulkChange['kind']) {
  const chosen = isAnyOf(products.id, ids)
  await tx.execute(sql`
    select id from ${products} where id in (
      select coalesce(parent_id, id) from ${products} where ${chosen} and (parent_id is not null or options is not null)
    ) order by id for update`)
  const isOfSales = kind === 'SALE' || kind === 'SALE_END'
  const salePrice = isOfSales ? openSalePrice : sql<null>`null::int`
  const ofChosen = tx.select({ id: variants.id }).from(variants).where(isAnyOf(variants.parentId, ids))
  // With an `or`, PostgreSQL would read the whole table.
  const given = JSON.stringify(ids)
  const locked = tx
    .select({ ...snapshotColumns, salePrice, prices: priceColumns })
    .from(products)
    .where(
      sql`${products.id} in (select value::uuid from jsonb_array_elements_text(${given}::jsonb) union ${ofChosen})`,
    )
    .orderBy(asc(products.id))
    .for('update')
    .prepare(isOfSales ? 'lock_families_with_sales' : 'lock_families')
  return readRowsFast(locked).execute()
}

/** Of changes of products with variants, those of their variants. */
export function followerPlans(
  locked: readonly LockedProduct[],
  applied: readonly { before: LockedProduct; changes: LineChanges }[],
) {
  const byParent = Map.groupBy(locked, ({ parentId }) => parentId)
  const own = new Map(applied.map(plan => [plan.before.id, plan.changes]))
  return applied
    .filter(({ before }) => before.options !== null)
    .flatMap(({ before: parent, changes: given }) =>
      (byParent.get(parent.id) ?? []).flatMap(before => {
        const changes: LineChanges = {}
        for (const name of sharedFields) {
          const change = given[name]
          if (change && change.to !== before[name]) changes[name] = { from: before[name], to: change.to }
        }
        if (given.name) {
          const to = variantName(String(given.name.to), before.optionValues)
          changes.name = { from: before.name, to }
        }
        if (given.price && before.followsPrice && !own.get(before.id)?.price)
          changes.price = { from: before.price, to: given.price.to }
        return Object.keys(changes).length > 0 ? [{ before, changes, isFollower: true }] : []
      }),
    )
}
