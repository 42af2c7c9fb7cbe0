import { randomUUID, randomUUIDv7 } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { recordAuditEntries } from '../../../../people/audit/service.ts'
import { recordInitialStock } from '../../stock/ledger.service.ts'
import { products } from '../../catalog/table.ts'
import type { Tx } from '../../../../platform/db/db.ts'
import { isAnyOf, queryRows } from '../../../../platform/db/sql.ts'
import { lockCategories, sqlColumns, type BulkEditRow, type BulkLineResult } from './service.ts'
import { columnNames } from '../labels.rules.ts'
import { missedPlan } from './rules.ts'
import { findNewSafetyErrors, hasSafety } from '../imports/csvSafety.rules.ts'
import { lockLineSafety, writeSafety } from '../safety/line.service.ts'
import { NewProduct } from '../contract.ts'
import { recordPrices } from '../../prices/history.service.ts'
import { slugify } from '../slug.rules.ts'
import type { BulkLineRow } from '../table.ts'

/** Adds products for lines with an unknown SKU, in one statement. */
export async function insertNewProducts(
  tx: Tx,
  { actorId: by }: BulkEditRow,
  lines: BulkLineRow[],
): Promise<BulkLineResult[]> {
  const categoryIds = lines.map(({ values }) => values?.categoryId)
  const categories = await lockCategories(tx, categoryIds)
  const { countries } = await lockLineSafety(tx, lines)
  const requested = lines.map(line => ({
    line,
    product: NewProduct.parse({ ...line.values, sku: line.sku }),
    errors: findNewSafetyErrors(line.values ?? {}, countries),
  }))
  const wanted = requested.filter(({ errors }) => errors.length === 0).map(({ product }) => product)
  const slugs = await freeSlugs(tx, wanted)
  const rows = wanted
    .filter(({ categoryId }) => categories.has(categoryId))
    .map(product => ({ ...product, slug: slugs.get(product.sku) as string }))
  const made = await insertProducts(tx, rows)
  const bySku = new Map(made.map(product => [product.sku, product]))
  await recordInitialStock(
    tx,
    made.map(product => ({ ...product, unitCost: product.purchasePrice })),
    by,
  )
  const prices = made.map(({ id, price }) => ({ productId: id, from: null, to: price }))
  await recordPrices(tx, prices, { by, source: 'IMPORT' })
  const entries = made.map(({ id: subjectId, purchasePrice, ...details }) => ({
    subjectId,
    details: { ...details, ...(purchasePrice !== null && { purchasePrice }) },
  }))
  await recordAuditEntries(tx, by, 'PRODUCT_ADDED', entries)
  await writeSafety(
    tx,
    lines.flatMap(({ sku, values }) => {
      const productId = bySku.get(sku)?.id
      return productId && values && hasSafety(values) ? [{ ...values, productId }] : []
    }),
  )
  return requested.map(({ line: { line }, product, errors }): BulkLineResult => {
    const added = bySku.get(product.sku)
    if (added) return { line, productId: added.id, verdict: 'ADDED', changes: {}, errors: [] }
    if (errors.length > 0) return { line, productId: null, verdict: 'MISSED', changes: {}, errors }
    const plan = categories.has(product.categoryId)
      ? missedPlan(
          'SKU',
          'Iemand anders was net voor met deze SKU of deze naam. Importeer deze regel opnieuw.',
        )
      : missedPlan(columnNames.categoryId, 'Deze categorie bestaat niet meer.')
    return { ...plan, line, productId: null }
  })
}

type NewProductRow = Omit<NewProduct, 'images'> & { slug: string }
type InsertedProduct = Pick<NewProductRow, 'sku' | 'name' | 'price' | 'stock'> & {
  id: string
  purchasePrice: number | null
}

/** On a conflict of SKU or slug the existing product stays, and the new one is not returned. By SKU, so that two imports wait for each other in one order. */
function insertProducts(tx: Tx, rows: NewProductRow[]): Promise<InsertedProduct[]> {
  const own = { id: ['id', 'uuid'], sku: ['sku', 'text'], slug: ['slug', 'text'] } as const
  const columns = Object.entries({ ...own, ...sqlColumns })
  const names = sql.raw(columns.map(([, [name]]) => name).join(', '))
  const values = sql.raw(columns.map(([key]) => `"${key}"`).join(', '))
  const types = sql.raw(columns.map(([key, [, type]]) => `"${key}" ${type}`).join(', '))
  const fresh = rows.map(row => ({ ...row, id: randomUUIDv7() }))
  return queryRows(
    tx,
    sql`
    insert into ${products} (${names}) select ${values}
    from jsonb_to_recordset(${JSON.stringify(fresh)}::jsonb) as fresh(${types}) order by sku
    on conflict do nothing returning id, sku, name, price, stock, purchase_price as "purchasePrice"`,
  )
}

/** A free slug for each: of its name, with its SKU appended where the name's is taken. */
async function freeSlugs(tx: Tx, requested: { sku: string; name: string }[]): Promise<Map<string, string>> {
  const choices = requested.map(({ sku, name }) => ({
    sku,
    slugs: [slugify(name), slugify(`${name} ${sku}`), slugify(`${sku} ${name}`)],
  }))
  const all = choices.flatMap(({ slugs }) => slugs)
  const found = await tx.select({ slug: products.slug }).from(products).where(isAnyOf(products.slug, all))
  const taken = new Set(found.map(({ slug }) => slug))
  return new Map(
    choices.map(({ sku, slugs }) => {
      const slug = slugs.find(one => !taken.has(one)) ?? `${slugs[0]}-${randomUUID().slice(-12)}`
      taken.add(slug)
      return [sku, slug]
    }),
  )
}
