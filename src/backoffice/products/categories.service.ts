import { asc, count, eq, sql } from 'drizzle-orm'
import { diffForAudit } from '../../people/audit/rules.ts'
import { recordAuditEntry } from '../../people/audit/service.ts'
import { categories, products } from '../../shop/catalog/table.ts'
import type { Db, Tx } from '../../platform/db.ts'
import { Problem } from '../../wire/problem.ts'
import type { z } from 'zod'
import type { AdminCategory, CategoryFields } from './contract.ts'
import { slugify } from './slug.rules.ts'

/** All categories in Dutch alphabetical order, with their numbers of products. */
export function findAdminCategories(db: Db): Promise<AdminCategory[]> {
  const held = db
    .select({ categoryId: products.categoryId, held: count().as('held') })
    .from(products)
    .groupBy(products.categoryId)
    .as('held_by')
  return db
    .select({
      id: categories.id,
      name: categories.name,
      slug: categories.slug,
      imageUrl: categories.imageUrl,
      products: sql<number>`coalesce(${held.held}, 0)::int`,
    })
    .from(categories)
    .leftJoin(held, eq(held.categoryId, categories.id))
    .orderBy(sql`${categories.name} collate "und-x-icu"`, asc(categories.id))
}

type CategoryInput = z.output<typeof CategoryFields>

/** @throws Problem SLUG_TAKEN */
export const addCategory = (db: Db, by: string, { name, slug = slugify(name) }: CategoryInput) =>
  db.transaction(async tx => {
    const [made] = await tx.insert(categories).values({ name, slug }).onConflictDoNothing().returning()
    if (!made) throw new Problem('SLUG_TAKEN')
    await recordAuditEntry(tx, { by, action: 'CATEGORY_ADDED', subjectId: made.id, details: { name, slug } })
    return made
  })

/** @throws Problem NOT_FOUND; SLUG_TAKEN */
export const updateCategory = (db: Db, by: string, categoryId: string, { name, slug }: CategoryInput) =>
  db.transaction(async tx => {
    const own = eq(categories.id, categoryId)
    const [before] = await tx.select().from(categories).where(own).for('no key update')
    if (!before) throw categoryNotFound()
    if (slug !== undefined) await assertSlugFree(tx, categoryId, slug)
    const [changed] = await tx
      .update(categories)
      .set({ name, ...(slug !== undefined && { slug }) })
      .where(own)
      .returning()
    if (!changed) throw categoryNotFound()
    const details = diffForAudit(before, changed)
    await recordAuditEntry(tx, { by, action: 'CATEGORY_CHANGED', subjectId: categoryId, details })
    return changed
  })

async function assertSlugFree(tx: Tx, categoryId: string, slug: string): Promise<void> {
  const [other] = await tx.select({ id: categories.id }).from(categories).where(eq(categories.slug, slug))
  if (other && other.id !== categoryId) throw new Problem('SLUG_TAKEN')
}

/**
 * Deletes a category. It is locked first, so that a simultaneous request that adds a product to it waits and then
 * fails.
 * @throws Problem NOT_FOUND; CATEGORY_IN_USE with `products`, how many are in it
 */
export const deleteCategory = (db: Db, by: string, categoryId: string): Promise<null> =>
  db.transaction(async tx => {
    const own = eq(categories.id, categoryId)
    const [category] = await tx.select({ id: categories.id }).from(categories).where(own).for('update')
    if (!category) throw categoryNotFound()
    const inside = await tx.$count(products, eq(products.categoryId, categoryId))
    if (inside > 0) throw categoryInUse(inside)
    await tx.delete(categories).where(own)
    await recordAuditEntry(tx, { by, action: 'CATEGORY_REMOVED', subjectId: categoryId })
    return null
  })

const categoryInUse = (inside: number) =>
  new Problem('CATEGORY_IN_USE', {
    message:
      inside === 1
        ? 'Er zit nog 1 product in deze categorie.'
        : `Er zitten nog ${inside} producten in deze categorie.`,
    products: inside,
  })

const categoryNotFound = () => new Problem('NOT_FOUND', { message: 'Deze categorie bestaat niet meer.' })
