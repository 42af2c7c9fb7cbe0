import { eq, sql } from 'drizzle-orm'
import { recordInitialStock } from '../../src/shop/products/stock/ledger.service.ts'
import { products } from '../../src/shop/products/catalog/table.ts'
import { facetsOf, variantName } from '../../src/shop/products/variants/rules.ts'
import type { Db } from '../../src/platform/db/db.ts'
import { addProduct } from './fixtures.ts'
import type { TestShop } from './shop.ts'

type Row = typeof products.$inferSelect

/**
 * A product with variants, by plain rows.
 * @param variants each with its values, and the differences from one that follows the price of the product
 */
export async function addProductWithVariants(
  shop: TestShop | { db: Db },
  options: { name: string; values: string[] }[],
  variants: ({ values: string[] } & Partial<Row>)[],
  fields: Partial<typeof products.$inferInsert> = {},
): Promise<{ product: Row; variants: Row[] }> {
  const { db } = 'db' in shop ? shop : shop.node.platform
  const product = await addProduct(shop, { ...fields, stock: 0 })
  const set = { options, basePrice: product.price }
  await db.update(products).set(set).where(eq(products.id, product.id))
  const rows = variants.map(({ values, ...own }, position) => ({
    parentId: product.id,
    sku: `${product.sku}-${values.join('-')}`,
    slug: `${product.slug}-${values.join('-').toLowerCase()}`,
    name: variantName(product.name, values),
    categoryId: product.categoryId,
    description: product.description,
    price: product.price,
    followsPrice: own.price === undefined,
    stock: 10,
    optionValues: values,
    optionFacets: facetsOf(options, values),
    position,
    ...own,
  }))
  const made = await db.insert(products).values(rows).returning()
  await db.transaction(tx => recordInitialStock(tx, made))
  const [now] = await db
    .select()
    .from(products)
    .where(sql`${products.id} = ${product.id}`)
  return { product: now as Row, variants: made }
}
