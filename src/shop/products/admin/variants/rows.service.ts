import { randomUUIDv7 } from 'node:crypto'
import { asc, eq, sql } from 'drizzle-orm'
import { diffForAudit } from '../../../../people/audit/rules.ts'
import { recordAuditEntries } from '../../../../people/audit/service.ts'
import type { Tx } from '../../../../platform/db/db.ts'
import { columnsOf, isAnyOf } from '../../../../platform/db/sql.ts'
import { recordPrices } from '../../prices/history.service.ts'
import { withRegularPrice, type ProductPrices } from '../../prices/sales.rules.ts'
import type { PriceSource } from '../../prices/contract.ts'
import { recordRegularPrices } from '../../prices/sales.service.ts'
import { recordStockCorrections } from '../../stock/ledger.service.ts'
import { products } from '../../catalog/table.ts'
import { MAX_VARIANTS } from './contract.ts'
import { slugify } from '../slug.rules.ts'
import {
  compared,
  isChanged,
  type ChangedVariant,
  type LockedVariant,
  type PlannedVariant,
  type VariantParent,
} from './plan.rules.ts'

/** Locks the variants of a product after the product itself, in id order, as everywhere: to avoid deadlocks. */
export const lockVariants = (tx: Tx, parentId: string): Promise<LockedVariant[]> =>
  tx
    .select({
      ...columnsOf(
        products,
        'id',
        'sku',
        'slug',
        'name',
        'optionValues',
        'position',
        'stock',
        'reservedStock',
      ),
      ...columnsOf(products, 'price', 'regularPrice', 'priorPrice', 'saleEndsAt', 'followsPrice', 'weight'),
      ...columnsOf(products, 'purchasePrice', 'barcode', 'imageUrl', 'images', 'isActive', 'optionFacets'),
    })
    .from(products)
    .where(eq(products.parentId, parentId))
    .orderBy(asc(products.id))
    .for('update')

interface Reason {
  by: string
  cause: string | null
  reason: string | null
}

/** Erases variants that were never ordered and are in no cart, with their remaining stock. @returns the number of erased units */
export async function eraseVariants(tx: Tx, gone: LockedVariant[], { by, cause }: Reason): Promise<number> {
  if (gone.length === 0) return 0
  const stocked = gone.filter(({ stock }) => stock > 0)
  const emptied = stocked.map(({ id: productId, stock: from }) => ({ productId, from, to: 0 }))
  await recordStockCorrections(tx, emptied, { by, cause, reason: 'erased' })
  const ids = gone.map(({ id }) => id)
  await tx.delete(products).where(isAnyOf(products.id, ids))
  await recordAuditEntries(
    tx,
    by,
    'PRODUCT_REMOVED',
    ids.map(subjectId => ({ subjectId, details: { erased: true } })),
  )
  return stocked.reduce((sum, { stock }) => sum + stock, 0)
}

/** @param off those that were ordered or are in a cart, and are no longer in the grid: they are taken off sale */
export async function changeVariants(
  tx: Tx,
  changed: ChangedVariant[],
  off: LockedVariant[],
  { by, ...why }: Reason,
): Promise<void> {
  const repriced = changed.map(row => {
    const becomesOwn = row.before.followsPrice && !row.followsPrice
    return { row, prices: withRegularPrice(row.before, row.price, becomesOwn), becomesOwn }
  })
  const rows = repriced
    .filter(({ row, prices }) => isChanged(row, prices))
    .map(({ row: { before, images, ...row }, prices }) => ({
      ...row,
      ...prices,
      id: before.id,
      position: row.row,
      images,
      imageUrl: images[0] ?? null,
    }))
  await writeVariants(tx, rows)
  const offIds = off.filter(({ isActive }) => isActive).map(({ id }) => id)
  if (offIds.length > 0)
    await tx
      .update(products)
      .set({ isActive: false, position: MAX_VARIANTS })
      .where(isAnyOf(products.id, offIds))
  const counted = changed
    .filter(({ before, stock }) => stock !== before.stock)
    .map(({ before, stock }) => ({ productId: before.id, from: before.stock, to: stock }))
  await recordStockCorrections(tx, counted, { by, ...why })
  await recordRegularPrices(
    tx,
    repriced.map(({ row: { before }, prices: after, becomesOwn }) => ({
      productId: before.id,
      before,
      after,
      becomesOwn,
    })),
    { by, source: 'FORM' },
  )
  const entries = changed.map(row => ({
    subjectId: row.before.id,
    details: diffForAudit(compared(row.before, true), compared(row, false)),
  }))
  await recordAuditEntries(tx, by, 'PRODUCT_CHANGED', [
    ...entries.filter(({ details }) => Object.keys(details).length > 0),
    ...offIds.map(subjectId => ({ subjectId, details: { isActive: { from: true, to: false } } })),
  ])
}

type WrittenVariant = Omit<PlannedVariant, 'before'> &
  ProductPrices & { id: string; position: number; imageUrl: string | null }

async function writeVariants(tx: Tx, rows: WrittenVariant[]): Promise<void> {
  if (rows.length === 0) return
  await tx.execute(sql`
    update ${products} p set sku = new.sku, name = new.name, option_values = new."values", option_facets = new.facets,
      position = new.position, price = new.price, regular_price = new."regularPrice", prior_price = new."priorPrice",
      sale_ends_at = new."saleEndsAt", follows_price = new."followsPrice", purchase_price = new."purchasePrice",
      stock = new.stock, weight = new.weight, barcode = new.barcode, image_url = new."imageUrl", images = new.images, is_active = new."isActive"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as new(
      id uuid, sku text, name text, "values" text[], facets text[], position int, price int, "regularPrice" int, "priorPrice" int,
      "saleEndsAt" timestamptz, "followsPrice" boolean, "purchasePrice" int, stock int, weight int, barcode text, "imageUrl" text,
      images text[], "isActive" boolean
    ) where p.id = new.id`)
}

export type NewVariant = PlannedVariant & { parent: VariantParent }

/** Inserts variants in one statement, with the fields that they share with their products. @returns their ids by SKU */
export async function insertVariants(
  tx: Tx,
  added: NewVariant[],
  { by, ...why }: Reason,
  source: PriceSource,
): Promise<Map<string, string>> {
  if (added.length === 0) return new Map()
  const slugs = await freeVariantSlugs(tx, added)
  const rows = added.map(({ parent, ...row }) => ({
    ...row,
    id: randomUUIDv7(),
    parentId: parent.id,
    slug: slugs.get(row.sku),
    imageUrl: row.images[0] ?? null,
  }))
  await tx.execute(sql`
    insert into ${products} (
      id, parent_id, sku, slug, name, option_values, option_facets, position, price, follows_price, purchase_price, stock, weight,
      barcode, image_url, images, is_active, description, category_id, shipping_cost, show_shipping_options, show_comments_field,
      hygiene_sealed, has_sexual_content, tax_class, length, width, height
    )
    select new.id, p.id, new.sku, new.slug, new.name, new."values", new.facets, new.row, new.price, new."followsPrice", new."purchasePrice",
      new.stock, new.weight, new.barcode, new."imageUrl", new.images, new."isActive", p.description, p.category_id, p.shipping_cost,
      p.show_shipping_options, p.show_comments_field, p.hygiene_sealed, p.has_sexual_content, p.tax_class, p.length, p.width, p.height
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as new(
      id uuid, "parentId" uuid, sku text, slug text, name text, "values" text[], facets text[], "row" int, price int,
      "followsPrice" boolean, "purchasePrice" int, stock int, weight int, barcode text, "imageUrl" text, images text[],
      "isActive" boolean
    ) join ${products} p on p.id = new."parentId"`)
  const counted = rows
    .map(({ id: productId, stock: to }) => ({ productId, from: 0, to }))
    .filter(({ to }) => to > 0)
  await recordStockCorrections(tx, counted, { by, ...why })
  const prices = rows.map(({ id: productId, price: to }) => ({ productId, from: null, to }))
  await recordPrices(tx, prices, { by, source })
  const entries = rows.map(({ id: subjectId, name, sku, price, purchasePrice, stock }) => ({
    subjectId,
    details: { name, sku, price, ...(purchasePrice !== null && { purchasePrice }), stock },
  }))
  await recordAuditEntries(tx, by, 'PRODUCT_ADDED', entries)
  return new Map(rows.map(({ sku, id }) => [sku, id]))
}

/** The address of each variant, by its SKU: its product's and its values, with a part of an id where that is taken. */
async function freeVariantSlugs(tx: Tx, added: readonly NewVariant[]): Promise<Map<string, string>> {
  const wanted = added.map(({ sku, parent, values }) => ({
    sku,
    slug: slugify([parent.slug, ...values].join(' ')),
  }))
  const slugs = wanted.map(({ slug }) => slug)
  const found = await tx.select({ slug: products.slug }).from(products).where(isAnyOf(products.slug, slugs))
  const taken = new Set(found.map(({ slug }) => slug))
  return new Map(
    wanted.map(({ sku, slug }) => {
      const free = taken.has(slug) ? `${slug}-${randomUUIDv7().slice(-12)}` : slug
      taken.add(free)
      return [sku, free]
    }),
  )
}

/** Moves units between a product and a variant, with an entry in the ledger for each. The rows are locked. */
export async function moveStock(
  tx: Tx,
  move: {
    from: { id: string; stock: number } | null
    to: { id: string; stock: number } | null
    pieces: number
  },
  { by, cause, reason }: Reason,
): Promise<void> {
  const { from, to, pieces } = move
  if (pieces === 0) return
  const steps = [
    ...(from ? [{ productId: from.id, from: from.stock, to: from.stock - pieces }] : []),
    ...(to ? [{ productId: to.id, from: to.stock, to: to.stock + pieces }] : []),
  ]
  for (const { productId, to: stock } of steps)
    await tx.update(products).set({ stock }).where(eq(products.id, productId))
  await recordStockCorrections(tx, steps, { by, cause, reason: reason ?? 'varianten' })
}
