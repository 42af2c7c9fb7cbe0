import { sql, type AnyColumn, type SQL } from 'drizzle-orm'
import { products } from '../../shop/catalog/table.ts'

/** What an edit of many products looks at and touches. */
export const snapshotColumns = {
  id: products.id,
  sku: products.sku,
  reservedStock: products.reservedStock,
  name: products.name,
  description: products.description,
  categoryId: products.categoryId,
  price: products.price,
  shippingCost: products.shippingCost,
  stock: products.stock,
  isActive: products.isActive,
  showShippingOptions: products.showShippingOptions,
  showCommentsField: products.showCommentsField,
  hygieneSealed: products.hygieneSealed,
  weight: products.weight,
  length: products.length,
  width: products.width,
  height: products.height,
}

/** One of many, in one statement however many there are. */
export const isAnyOf = (column: AnyColumn, values: readonly string[]): SQL =>
  sql`${column} in (
    select value::${sql.raw(column.getSQLType())} from jsonb_array_elements_text(${JSON.stringify(values)}::jsonb)
  )`
