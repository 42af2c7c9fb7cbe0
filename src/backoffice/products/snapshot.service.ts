import { products } from '../../shop/catalog/table.ts'

/** The columns of a product that a bulk edit reads and compares. */
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
