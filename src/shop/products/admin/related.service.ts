import { asc, eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { recordAuditEntry } from '../../../people/audit/service.ts'
import { productRelations } from '../catalog/related.table.ts'
import { products } from '../catalog/table.ts'
import type { Db } from '../../../platform/db/db.ts'
import { isAnyOf } from '../../../platform/db/sql.ts'
import { Problem } from '../../../wire/problem.ts'
import { productNotFound } from './list.service.ts'
import type { setRelatedProducts } from './related.contract.ts'

/** The products that were chosen to show beside a product, in order. @throws Problem NOT_FOUND */
export async function listRelatedProducts(db: Db, productId: string) {
  if ((await db.$count(products, eq(products.id, productId))) === 0) throw productNotFound()
  return findRelatedProducts(db, productId)
}

const findRelatedProducts = (db: Db, productId: string) =>
  db
    .select({ id: products.id, name: products.name, isActive: products.isActive })
    .from(productRelations)
    .innerJoin(products, eq(products.id, productRelations.relatedId))
    .where(eq(productRelations.productId, productId))
    .orderBy(asc(productRelations.position))

/**
 * Replaces the products that were chosen to be shown beside a product.
 * @throws Problem NOT_FOUND; INVALID_INPUT for the product itself, or one that is gone
 */
export async function replaceRelatedProducts(
  db: Db,
  by: string,
  { productId, relatedIds }: z.output<typeof setRelatedProducts.input>,
) {
  await db.transaction(async tx => {
    const own = eq(products.id, productId)
    const [product] = await tx.select({ id: products.id }).from(products).where(own).for('no key update')
    if (!product) throw productNotFound()
    const known = await tx.$count(products, isAnyOf(products.id, relatedIds))
    if (relatedIds.includes(productId) || known < relatedIds.length)
      throw new Problem('INVALID_INPUT', { fields: { relatedIds: 'Kies andere producten die er nog zijn.' } })
    const from = (await findRelatedProducts(tx, productId)).map(({ id }) => id)
    await tx.delete(productRelations).where(eq(productRelations.productId, productId))
    await tx.execute(sql`
      insert into ${productRelations} (product_id, related_id, position)
      select ${productId}::uuid, id::uuid, position
      from jsonb_array_elements_text(${JSON.stringify(relatedIds)}::jsonb) with ordinality as chosen(id, position)`)
    const details = { related: { from, to: relatedIds } }
    await recordAuditEntry(tx, { by, action: 'PRODUCT_CHANGED', subjectId: productId, details })
  })
  return findRelatedProducts(db, productId)
}
