import { z } from 'zod'
import { Category, Product } from '../../shop/catalog/contract.ts'
import { endpoint } from '../../wire/endpoint.ts'
import { id, optionalText, pageOf, requiredText, dateTime } from '../../wire/fields.ts'
import { pictureUrlList } from '../../shop/pictures/contract.ts'

/** Why an admin changes a stock. */
export const StockCause = z.enum(['COUNTED', 'DELIVERED', 'DAMAGED', 'RETURNED', 'OTHER'], 'Kies een reden.')
export type StockCause = z.output<typeof StockCause>

/** What set a price: OPENING is the price when the history began. */
export const PriceSource = z.enum(['OPENING', 'FORM', 'BULK', 'IMPORT'])
export type PriceSource = z.output<typeof PriceSource>

const Actor = z.object({ id, displayName: z.string() }).nullable()

export const StockEntry = z.object({
  id,
  at: dateTime,
  kind: z.enum(['INTAKE', 'SALE', 'RETURN', 'CORRECTION']),
  /** Signed: positive when stock is added. */
  pieces: z.int(),
  /** The stock after it; null in entries from before this was stored. */
  stockAfter: z.int().nullable(),
  cause: StockCause.nullable(),
  note: z.string().nullable(),
  orderId: id.nullable(),
  /** Null when no person did it. */
  actor: Actor,
})
export type StockEntry = z.output<typeof StockEntry>

export const PriceEntry = z.object({
  id,
  at: dateTime,
  /** Cents; null for the first price that is known. */
  oldCents: z.int().nullable(),
  newCents: z.int(),
  source: PriceSource,
  actor: Actor,
})
export type PriceEntry = z.output<typeof PriceEntry>

export const LowestPrice = z.object({
  /** Cents: the lowest price of the last 30 days, the present one included. */
  lowestCents: z.int(),
  /**
   * Cents: while the present price is a reduction, the lowest price of the 30 days before it, which a discount must be
   * announced against; null otherwise. Source: Directive 98/6/EC, article 6a, and C-330/23 (Aldi Süd).
   */
  priorCents: z.int().nullable(),
  /** When the present price was set; null when that is not known. */
  since: dateTime.nullable(),
})
export type LowestPrice = z.output<typeof LowestPrice>

export const readProductHistory = endpoint('GET /api/admin/products/:productId/history', 'admin', {
  summary: 'What became of a product’s stock and price, newest first, and its lowest price of 30 days',
  input: z.object({ productId: id, limit: z.coerce.number().int().min(1).max(500).default(10) }),
  output: z.object({
    stock: z.array(StockEntry),
    prices: z.array(PriceEntry),
    /** Whether there is more than `limit` of either. */
    hasMore: z.boolean(),
    lowest: LowestPrice,
  }),
})

/** `stock` is the physical stock; `reservedStock` is how much of it is held for unpaid orders. */
export const AdminProduct = Product.extend({
  reservedStock: z.int(),
  /** Grams. */
  weight: z.int(),
  /** Centimetres; null when not measured. */
  length: z.int().nullable(),
  width: z.int().nullable(),
  height: z.int().nullable(),
  /** Changes with every edit by an admin, not with orders or stock. */
  version: z.int(),
})
export type AdminProduct = z.output<typeof AdminProduct>

export const AdminProductDetail = AdminProduct.extend({
  /** An ordered product is on invoices, and is never deleted. */
  wasOrdered: z.boolean(),
})
export type AdminProductDetail = z.output<typeof AdminProductDetail>

/** An integer from 0, with one message for every error. */
const whole = (message: string, most = 1_000_000) => z.int(message).min(0, message).max(most, message)
const centimetresMessage = 'Vul hele centimeters in, van 1 tot en met 1000.'
const centimetres = z
  .int(centimetresMessage)
  .min(1, centimetresMessage)
  .max(1000, centimetresMessage)
  .nullable()
/** Cents. */
const MOST_PRICE = 100_000_00

const ProductFields = z.object({
  name: requiredText('Vul een naam in.', 120),
  sku: requiredText('Vul een SKU in.', 60),
  description: z.string().trim().max(10_000, 'Gebruik hoogstens 10000 tekens.'),
  /** Cents, incl. VAT. */
  price: whole('Vul een prijs in, vanaf 0 cent.', MOST_PRICE),
  /** Cents: what shipping it costs the shop. */
  shippingCost: whole('Vul verzendkosten in, vanaf 0 cent.', MOST_PRICE),
  categoryId: z.guid('Selecteer een categorie'),
  stock: whole('Vul een voorraad in, vanaf 0.'),
  isActive: z.boolean(),
  showShippingOptions: z.boolean(),
  showCommentsField: z.boolean(),
  hygieneSealed: z.boolean(),
  weight: whole('Vul een gewicht in gram in, vanaf 0.'),
  length: centimetres,
  width: centimetres,
  height: centimetres,
  /** The main picture first. */
  images: pictureUrlList,
})
const { shape } = ProductFields

export const NewProduct = ProductFields.extend({
  description: shape.description.default(''),
  shippingCost: shape.shippingCost.default(0),
  isActive: shape.isActive.default(true),
  showShippingOptions: shape.showShippingOptions.default(true),
  showCommentsField: shape.showCommentsField.default(false),
  hygieneSealed: shape.hygieneSealed.default(false),
  weight: shape.weight.default(0),
  length: centimetres.default(null),
  width: centimetres.default(null),
  height: centimetres.default(null),
  images: pictureUrlList.default([]),
})
export type NewProduct = z.output<typeof NewProduct>

export const ProductChange = ProductFields.partial().extend({
  productId: id,
  /** The version that was read: PRODUCT_CHANGED when it differs by now. */
  version: z.int().optional(),
  /** The stock that was read: STOCK_CHANGED when it differs by now. */
  expectedStock: z.int().optional(),
  /** Why the stock is changed, with a note in `reason`. */
  cause: StockCause.optional(),
  reason: optionalText(200),
})
export type ProductChange = z.output<typeof ProductChange>

export const ProductListSort = z.enum([
  'newest',
  'oldest',
  'name',
  'name-last',
  'price-low',
  'price-high',
  'stock-low',
  'stock-high',
])
export type ProductListSort = z.output<typeof ProductListSort>

/** By available stock: above 5, 1 to 5, or 0. */
export const StockLevel = z.enum(['enough', 'low', 'out'])
export type StockLevel = z.output<typeof StockLevel>

export const ProductListInput = z.object({
  /** Words, each of which is part of the name or the SKU. */
  q: z.string().trim().max(100, 'Zoek op hoogstens 100 tekens.').default(''),
  categoryId: z.guid().optional(),
  active: z.enum(['true', 'false']).optional(),
  stock: StockLevel.optional(),
  sort: ProductListSort.default('newest'),
  page: z.coerce.number().int().min(1).max(100_000).optional(),
  pageSize: z.coerce.number().int().min(1).max(100).default(20),
})
export type ProductListInput = z.output<typeof ProductListInput>

/** `total` is counted up to 10,000; with a search, up to 1000. */
export const ProductListPage = pageOf(AdminProduct)
export type ProductListPage = z.output<typeof ProductListPage>

export const listAdminProducts = endpoint('GET /api/admin/products', 'admin', {
  summary: 'All products, inactive ones too; a page of them when `page` is given',
  input: ProductListInput,
  output: z.union([z.array(AdminProduct), ProductListPage]),
})

export const readAdminProduct = endpoint('GET /api/admin/products/:productId', 'admin', {
  summary: 'One product, inactive or not',
  input: z.object({ productId: id }),
  output: AdminProductDetail,
})

export const createProduct = endpoint('POST /api/admin/products', 'admin', {
  summary:
    'Add a product; its address is made from its name. Also as a form with pictures (`images`), which it gets once they are drawn',
  input: NewProduct,
  output: AdminProduct,
  problems: ['SKU_TAKEN'],
})

export const changeProduct = endpoint('PUT /api/admin/products/:productId', 'admin', {
  summary:
    'Change what is given of a product, unless it is another `version` by now; its stock can’t fall below what is held for open orders',
  input: ProductChange,
  output: AdminProduct,
  problems: ['PRODUCT_CHANGED', 'SKU_TAKEN', 'STOCK_CHANGED', 'STOCK_FROM_CODES', 'STOCK_RESERVED'],
})

export const removeProduct = endpoint('DELETE /api/admin/products/:productId', 'admin', {
  summary: 'Erase a product, or take it off sale when it was ever ordered',
  confirmation: 'recent',
  input: z.object({ productId: id }),
  output: z.null(),
  problems: ['STOCK_RESERVED'],
})

export const CategoryFields = z.object({
  name: requiredText('Vul een naam in.', 80),
  /** Derived from the name when left out. */
  slug: z
    .string()
    .trim()
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Gebruik kleine letters, cijfers en streepjes.')
    .max(100)
    .optional(),
  /** The URL of an uploaded picture; null for none, and left out to keep the present one. */
  imageUrl: z.string().max(300).nullable().optional(),
})

export const AdminCategory = Category.extend({
  /** Number of products. */
  products: z.int(),
})
export type AdminCategory = z.output<typeof AdminCategory>

export const listAdminCategories = endpoint('GET /api/admin/categories', 'admin', {
  summary: 'All categories by name, with how many products each holds',
  output: z.array(AdminCategory),
})

export const createCategory = endpoint('POST /api/admin/categories', 'admin', {
  summary: 'Add a category',
  input: CategoryFields,
  output: Category,
  problems: ['SLUG_TAKEN'],
})

export const changeCategory = endpoint('PUT /api/admin/categories/:categoryId', 'admin', {
  summary: 'Rename a category; its address and picture stay unless others are given',
  input: CategoryFields.extend({ categoryId: id }),
  output: Category,
  problems: ['SLUG_TAKEN'],
})

export const removeCategory = endpoint('DELETE /api/admin/categories/:categoryId', 'admin', {
  summary: 'Erase a category that no product is in',
  input: z.object({ categoryId: id }),
  output: z.null(),
  problems: ['CATEGORY_IN_USE'],
})
