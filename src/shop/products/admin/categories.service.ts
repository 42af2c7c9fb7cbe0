import { and, asc, count, eq, isNull, sql } from 'drizzle-orm'
import { diffForAudit } from '../../../people/audit/rules.ts'
import { recordAuditEntry } from '../../../people/audit/service.ts'
import { categories, products } from '../catalog/table.ts'
import { assignPictures, releasePictures } from '../../pictures/service.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'
import { Problem } from '../../../wire/problem.ts'
import type { z } from 'zod'
import type { AdminCategory, CategoryFields } from './contract.ts'
import { slugify } from './slug.rules.ts'

/** All categories in Dutch alphabetical order, with their numbers of products. */
export function findAdminCategories(db: Db): Promise<AdminCategory[]> {
  const held = db
    .select({ categoryId: products.categoryId, held: count().as('held') })
    .from(products)
    .where(isNull(products.parentId))
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

/** @throws Problem SLUG_TAKEN; INVALID_INPUT for a picture that is gone or another's */
export const addCategory = (db: Db, by: string, input: CategoryInput, now: Date) =>
  db.transaction(async tx => {
    const { name, slug = slugify(name), imageUrl = null } = input
    const [made] = await tx
      .insert(categories)
      .values({ name, slug, imageUrl })
      .onConflictDoNothing()
      .returning()
    if (!made) throw new Problem('SLUG_TAKEN')
    await assignCategoryPicture(tx, made.id, { before: null, after: imageUrl }, now)
    await recordAuditEntry(tx, { by, action: 'CATEGORY_ADDED', subjectId: made.id, details: { name, slug } })
    return made
  })

interface PictureChange {
  /** URLs; null for none. */
  before: string | null
  after: string | null
}

/** The new picture belongs to the category from now on; the previous one is deleted after a day. */
const assignCategoryPicture = (tx: Tx, ownerId: string, { before, after }: PictureChange, now: Date) =>
  assignPictures(tx, {
    ownerId,
    urls: after === null ? [] : [after],
    previousUrls: before === null ? [] : [before],
    keepsRemoved: false,
    now,
  })

/** @throws Problem NOT_FOUND; SLUG_TAKEN; INVALID_INPUT for a picture that is gone or another's */
export const updateCategory = (
  db: Db,
  by: string,
  categoryId: string,
  { name, slug, imageUrl }: CategoryInput,
  now: Date,
) =>
  db.transaction(async tx => {
    const own = eq(categories.id, categoryId)
    const [before] = await tx.select().from(categories).where(own).for('no key update')
    if (!before) throw categoryNotFound()
    if (slug !== undefined) await assertSlugFree(tx, categoryId, slug)
    if (imageUrl !== undefined)
      await assignCategoryPicture(tx, categoryId, { before: before.imageUrl, after: imageUrl }, now)
    const [changed] = await tx
      .update(categories)
      .set({ name, ...(slug !== undefined && { slug }), ...(imageUrl !== undefined && { imageUrl }) })
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
export const deleteCategory = (db: Db, by: string, categoryId: string, now: Date): Promise<null> =>
  db.transaction(async tx => {
    const own = eq(categories.id, categoryId)
    const [category] = await tx.select({ id: categories.id }).from(categories).where(own).for('update')
    if (!category) throw categoryNotFound()
    const inside = await tx.$count(
      products,
      and(eq(products.categoryId, categoryId), isNull(products.parentId)),
    )
    if (inside > 0) throw categoryInUse(inside)
    await tx.delete(categories).where(own)
    await releasePictures(tx, categoryId, now)
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
