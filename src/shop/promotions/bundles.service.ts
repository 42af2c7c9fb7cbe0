import { and, asc, eq, isNull, or, sql } from 'drizzle-orm'
import type { Platform } from '../../platform/platform.ts'
import { columnsOf, isAnyOf } from '../../platform/db/sql.ts'
import { isPriceDue, readAtPresentPrices } from '../products/prices/dueSales.service.ts'
import { isUuid } from '../products/catalog/rules.ts'
import { products } from '../products/catalog/table.ts'
import { isForSaleSql } from '../products/variants/service.ts'
import type { AutomaticPromotions } from './automatic.service.ts'
import { isRunning } from './conditions.rules.ts'
import type { Bundle } from './contract.ts'
import { explainPromotion } from './labels.rules.ts'
import { applyPromotions } from './rules.ts'
import { promotions } from './table.ts'

/**
 * The bundles of a product, those that save most first: any customer gets them without a code, while all their products are in
 * stock. Sends no statement while no promotion applies by itself.
 */
export async function findBundles(
  { db, now }: Pick<Platform, 'db' | 'now'>,
  automatic: Pick<AutomaticPromotions, 'mayApply'>,
  productId: string,
): Promise<Bundle[]> {
  const at = now()
  if (!automatic.mayApply(at)) return []
  const isTarget = sql`${promotions.targetIds} ? ${productId.toLowerCase()}`
  const found = await db
    .select()
    .from(promotions)
    .where(
      and(
        eq(promotions.kind, 'BUNDLE'),
        eq(promotions.isActive, true),
        isNull(promotions.code),
        eq(promotions.firstOrderOnly, false),
        eq(promotions.oncePerCustomer, false),
        // Of a variant those of its product too.
        isUuid(productId)
          ? sql`(${isTarget} or ${promotions.targetIds} ? coalesce((select parent_id::text from ${products} where id = ${productId}), ''))`
          : isTarget,
      ),
    )
  const running = found
    .map(row => ({ ...row, usesLeft: row.maxUses === null ? null : row.maxUses - row.useCount }))
    .filter(each => isRunning(each, at))
  if (running.length === 0) return []
  const lines = await findLines({ db, now }, [...new Set(running.flatMap(({ targetIds }) => targetIds))])
  const bundles = running.flatMap(row => {
    const parts = lines.filter(({ targetId }) => row.targetIds.includes(targetId))
    if (parts.length < row.targetIds.length) return []
    const promotion = { ...row, targetNames: parts.map(({ name }) => name), isUsed: false, isHeld: false }
    const { applied } = applyPromotions(parts, [promotion], {
      now: at,
      trackingCents: 0,
      shippingCents: 0,
      hasOrdered: true,
    })
    const price = parts.reduce((sum, each) => sum + each.price, 0)
    const discount = applied[0]?.amount ?? 0
    if (discount === 0) return []
    const { id: promotionId } = row
    const productIds = parts
      .toSorted((one, other) => row.targetIds.indexOf(one.targetId) - row.targetIds.indexOf(other.targetId))
      .map(part => part.productId)
    const explanation = explainPromotion(promotion)
    return [{ promotionId, explanation, productIds, price, bundlePrice: price - discount }]
  })
  return bundles.toSorted((one, other) => other.price - other.bundlePrice - (one.price - one.bundlePrice))
}

/**
 * A unit of each product that is in stock, at the price of the moment; by name, as an order explains them. Of a product with variants its
 * cheapest.
 */
function findLines({ db, now }: Pick<Platform, 'db' | 'now'>, ids: string[]) {
  const at = sql`${now().toISOString()}`
  return readAtPresentPrices({ db, now }, async () => {
    const rows = await db
      .select({
        productId: products.id,
        ...columnsOf(products, 'parentId', 'name', 'categoryId', 'price'),
        isDue: isPriceDue(sql`${products.id}`, at),
      })
      .from(products)
      .where(
        and(
          or(isAnyOf(products.id, ids), isAnyOf(products.parentId, ids)),
          isForSaleSql(),
          sql`${products.stock} > ${products.reservedStock}`,
        ),
      )
      .orderBy(asc(products.price), asc(products.id))
    const lines = rows.flatMap(row =>
      [row.productId, row.parentId]
        .filter(id => id !== null && ids.includes(id))
        .map(id => ({ ...row, targetId: id as string, quantity: 1 })),
    )
    const cheapest = lines.filter(
      (line, at) => lines.findIndex(({ targetId }) => targetId === line.targetId) === at,
    )
    return cheapest.toSorted((one, other) => (one.name < other.name ? -1 : 1))
  })
}
