import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { recordAuditEntries } from '../../people/audit/service.ts'
import { recordInitialStock } from '../../shop/catalog/stockLedger.service.ts'
import { products } from '../../shop/catalog/table.ts'
import type { Tx } from '../../platform/db.ts'
import {
  sqlColumns,
  lockCategories,
  missedPlan,
  type BulkLineRow,
  type BulkLineResult,
} from './bulkApply.service.ts'
import type { BulkEditRow } from './bulk.service.ts'
import { columnNames } from './bulk.rules.ts'
import { NewProduct } from './contract.ts'
import { recordPrices } from './history.service.ts'
import { isAnyOf } from './snapshot.service.ts'
import { slugify } from './slug.rules.ts'

/** Adds the products of lines that name none yet, all in one statement. */
export async function insertNewProducts(
  tx: Tx,
  { actorId: by }: BulkEditRow,
  lines: BulkLineRow[],
): Promise<BulkLineResult[]> {
  const categories = await lockCategories(
    tx,
    lines.map(({ values }) => values?.categoryId),
  )
  const wanted = lines.map(line => ({ line, product: NewProduct.parse({ ...line.values, sku: line.sku }) }))
  const slugs = await freeSlugs(
    tx,
    wanted.map(({ product }) => product),
  )
  const possible = wanted.filter(({ product }) => categories.has(product.categoryId))
  const rows = possible.map(({ product }) => ({ ...product, slug: slugs.get(product.sku) as string }))
  const made = await insertProducts(tx, rows)
  const bySku = new Map(made.map(product => [product.sku, product]))
  await recordInitialStock(tx, made, by)
  await recordPrices(
    tx,
    made.map(({ id, price }) => ({ productId: id, from: null, to: price })),
    { by, source: 'IMPORT' },
  )
  await recordAuditEntries(
    tx,
    by,
    'PRODUCT_ADDED',
    made.map(({ id: subjectId, ...details }) => ({ subjectId, details })),
  )
  return wanted.map(({ line: { line }, product }) => {
    const added = bySku.get(product.sku)
    if (added) return { line, productId: added.id, verdict: 'ADDED', changes: {}, errors: [] }
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
type InsertedProduct = Pick<NewProductRow, 'sku' | 'name' | 'price' | 'stock'> & { id: string }

/** Whoever was first with a SKU or an address keeps it: the other is not among those that are made. */
async function insertProducts(tx: Tx, rows: NewProductRow[]): Promise<InsertedProduct[]> {
  const own = { id: ['id', 'uuid'], sku: ['sku', 'text'], slug: ['slug', 'text'] } as const
  const columns = Object.entries({ ...own, ...sqlColumns })
  const names = sql.raw(columns.map(([, [name]]) => name).join(', '))
  const values = sql.raw(columns.map(([key]) => `"${key}"`).join(', '))
  const types = sql.raw(columns.map(([key, [, type]]) => `"${key}" ${type}`).join(', '))
  const fresh = rows.map(row => ({ ...row, id: randomUUIDv7() }))
  const { rows: made } = (await tx.execute(sql`
    insert into ${products} (${names}) select ${values}
    from jsonb_to_recordset(${JSON.stringify(fresh)}::jsonb) as fresh(${types})
    on conflict do nothing returning id, sku, name, price, stock`)) as { rows: unknown[] }
  return made as InsertedProduct[]
}

/** An address for each: its name, with its SKU behind it where another has that already. */
async function freeSlugs(tx: Tx, wanted: { sku: string; name: string }[]): Promise<Map<string, string>> {
  const choices = wanted.map(({ sku, name }) => ({
    sku,
    slugs: [slugify(name), slugify(`${name} ${sku}`), slugify(`${sku} ${name}`)],
  }))
  const found = await tx
    .select({ slug: products.slug })
    .from(products)
    .where(
      isAnyOf(
        products.slug,
        choices.flatMap(({ slugs }) => slugs),
      ),
    )
  const taken = new Set(found.map(({ slug }) => slug))
  return new Map(
    choices.map(({ sku, slugs }) => {
      const slug = slugs.find(one => !taken.has(one)) ?? `${slugs[0]}-${crypto.randomUUID().slice(-12)}`
      taken.add(slug)
      return [sku, slug]
    }),
  )
}
