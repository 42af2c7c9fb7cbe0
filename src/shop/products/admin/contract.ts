import { z } from 'zod'
import { Category, optionalOptions, Product } from '../catalog/contract.ts'
import { endpoint } from '../../../wire/endpoint.ts'
import {
  cents,
  id,
  moment,
  optionalCents,
  optionalCount,
  optionalString,
  optionalText,
  pageOf,
  requiredText,
  dateTime,
  typedText,
} from '../../../wire/fields.ts'
import { TaxClass } from '../../../wire/vat.ts'
import { pictureUrlList } from '../../pictures/admin/contract.ts'
import { barcode, centimetres, content } from './measures.contract.ts'
import { MissingSafetyInfo } from './safety/contract.ts'

/** Why an admin changes a stock. */
export const StockCause = z.enum(['COUNTED', 'DELIVERED', 'DAMAGED', 'RETURNED', 'OTHER'], 'Kies een reden.')
export type StockCause = z.output<typeof StockCause>

export const AdminVariant = z.object({
  id,
  values: z.array(z.string()),
  sku: z.string(),
  /** Cents; null: the product's. */
  price: cents.nullable(),
  /** The price outside sales. */
  effectivePrice: cents,
  /** Cents, excl. VAT; null: the product's. */
  purchasePrice: cents.nullable(),
  stock: z.int(),
  reservedStock: z.int(),
  /** Grams. */
  weight: z.int(),
  barcode: z.string().nullable(),
  /** Null and empty: it shows those of the product. */
  imageUrl: z.string().nullable(),
  images: z.array(z.string()),
  isActive: z.boolean(),
  position: z.int(),
})
export type AdminVariant = z.output<typeof AdminVariant>

/** `stock` is the physical stock, of which `reservedStock` is held for unpaid orders; `price` is the one outside sales. */
export const AdminProduct = Product.extend({
  /** Of a product with variants, inactive ones too. Variants without a price of their own follow its price. */
  options: optionalOptions,
  barcode: optionalString,
  /** Of a product with variants: how many there are, inactive ones too. */
  variantCount: optionalCount,
  /** While a sale runs: for which it is sold now. */
  salePrice: optionalCents,
  /** The shop's purchase price of one, excl. VAT. Left out when it is not known. */
  purchasePrice: optionalCents,
  reservedStock: z.int(),
  /** Of a digital product: it is paid at the provider of minutes. */
  hasSexualContent: z.boolean(),
  taxClass: TaxClass,
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

/** A sale that is planned or runs. */
export const AdminSale = z.object({
  salePrice: cents,
  startsAt: dateTime,
  endsAt: dateTime,
  isRunning: z.boolean(),
})
export type AdminSale = z.output<typeof AdminSale>

export const AdminProductDetail = AdminProduct.extend({
  /** Left out when there is none. */
  sale: AdminSale.optional(),
  /** An ordered product is on invoices, and is never deleted. */
  wasOrdered: z.boolean(),
  /** Of a product with variants, inactive ones too, in order. */
  variants: z.array(AdminVariant).optional(),
  /** Hundredths of a percent of VAT that are in a price at home. */
  vatRates: z.record(TaxClass, z.int()).optional(),
})
export type AdminProductDetail = z.output<typeof AdminProductDetail>

/** An integer from 0, with one message for every error. */
const whole = (message: string, most = 1_000_000) => z.int(message).min(0, message).max(most, message)
const MOST_CENTS = 100_000_00

export const purchasePrice = whole('Vul een inkoopprijs in, zoals 4,50.', MOST_CENTS)

const ProductFields = z.object({
  name: requiredText('Vul een naam in.', 120),
  sku: requiredText('Vul een SKU in.', 60),
  description: typedText().max(10_000, 'Gebruik hoogstens 10000 tekens.'),
  /** Cents, incl. VAT. */
  price: whole('Vul een prijs in, vanaf 0 cent.', MOST_CENTS),
  /** Cents, excl. VAT: the shop's purchase price of one; of a variant null for its product's. */
  purchasePrice: purchasePrice.nullish(),
  /** Cents: the shop's cost of shipping it. */
  shippingCost: whole('Vul verzendkosten in, vanaf 0 cent.', MOST_CENTS),
  categoryId: z.guid('Selecteer een categorie'),
  stock: whole('Vul een voorraad in, vanaf 0.'),
  isActive: z.boolean(),
  showShippingOptions: z.boolean(),
  showCommentsField: z.boolean(),
  hygieneSealed: z.boolean(),
  hasSexualContent: z.boolean(),
  taxClass: TaxClass,
  weight: whole('Vul een gewicht in gram in, vanaf 0.'),
  length: centimetres,
  width: centimetres,
  height: centimetres,
  barcode: barcode.optional(),
  /** How much is in it, where it is sold by measure: one of them. */
  contentMl: content.optional(),
  contentGrams: content.optional(),
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
  hasSexualContent: shape.hasSexualContent.default(false),
  taxClass: TaxClass.default('STANDARD'),
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
  /** On sale and sent, without this of its safety information. */
  lacks: MissingSafetyInfo.optional(),
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

/** When a sale begins and ends; ISO 8601 in UTC. */
export const salePeriodFields = {
  /** At once, when it is left out or past. */
  startsAt: moment('Kies wanneer de actie begint.').optional(),
  endsAt: moment('Kies wanneer de actie eindigt.'),
}

export const SaleInput = z.object({
  salePrice: z
    .int('Vul een actieprijs in, zoals 9,95.')
    .min(1, 'Vul een actieprijs in, vanaf 1 cent.')
    .max(MOST_CENTS, 'Vul een actieprijs in, zoals 9,95.'),
  ...salePeriodFields,
})

export const setProductSale = endpoint('PUT /api/admin/products/:productId/sale', 'admin', {
  summary:
    'Sell a product for less from one time until another; replaces a sale that is planned or runs. The price that is struck through is computed',
  input: SaleInput.extend({ productId: id }),
  output: AdminProductDetail,
})

export const endProductSale = endpoint('DELETE /api/admin/products/:productId/sale', 'admin', {
  summary: 'End the sale of a product that is planned or runs; 404 when there is none',
  input: z.object({ productId: id }),
  output: AdminProduct,
  status: 200,
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
