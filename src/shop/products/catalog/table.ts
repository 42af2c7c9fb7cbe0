import { sql, type SQL } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  check,
  customType,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { users } from '../../../people/accounts/table.ts'
import { createdAt, reference, primaryId, timestamptz } from '../../../platform/db/columns.ts'
import type { TaxClass } from '../../../wire/vat.ts'
import type { ProductOption } from './contract.ts'
import { optionSets } from '../variants/table.ts'

const transactionId = customType<{ data: string }>({ dataType: () => 'xid8' })
const textVector = customType<{ data: string }>({ dataType: () => 'tsvector' })

/** Lower case without accents, as `set_product_search` of the migrations has it. Uses `translate`, because an index needs an immutable function. */
export const foldAccentsSql = (text: AnyPgColumn | SQL): SQL =>
  sql`translate(lower(${text}), 'àáâäãåçèéêëìíîïñòóôöõùúûüýÿ', 'aaaaaaceeeeiiiinooooouuuuyy')`

export const categories = pgTable('categories', {
  id: primaryId(),
  name: text().notNull(),
  slug: text().notNull().unique(),
  imageUrl: text(),
})

export const products = pgTable(
  'products',
  {
    id: primaryId(),
    sku: text().notNull().unique(),
    slug: text().notNull().unique(),
    name: text().notNull(),
    description: text().notNull().default(''),
    /** Cents, incl. VAT. */
    price: integer().notNull(),
    /** Cents: the price after the sale that runs (`prices/table.ts`); null while none runs, and `price` is the regular one. */
    regularPrice: integer(),
    /** Cents: the lowest price of the 30 days before the sale that runs, when that is above its price. */
    priorPrice: integer(),
    /** When the sale that runs ends. */
    saleEndsAt: timestamptz(),
    /** Cents, excl. VAT, for admins only; null when it is not known, and of a variant when it is that of its product. */
    purchasePrice: integer(),
    /** Cents: the shop's cost of shipping it; shown to admins, never charged. */
    shippingCost: integer().notNull().default(0),
    imageUrl: text(),
    images: text().array().notNull().default([]),
    categoryId: reference(() => categories.id),
    stock: integer().notNull().default(0),
    /** The part of `stock` that is held for unpaid orders. */
    reservedStock: integer().notNull().default(0),
    isActive: boolean().notNull().default(true),
    showShippingOptions: boolean().notNull().default(true),
    showCommentsField: boolean().notNull().default(false),
    /** Sealed for hygiene: excluded from withdrawal once the seal is broken. */
    hygieneSealed: boolean().notNull().default(false),
    /** Of a digital product: not every payment provider takes it. */
    hasSexualContent: boolean().notNull().default(false),
    /** How its VAT is computed; a gift card has none until it is spent. */
    taxClass: text().$type<TaxClass>().notNull().default('STANDARD'),
    /** Grams. */
    weight: integer().notNull().default(0),
    /** Centimetres. */
    length: integer(),
    width: integer(),
    height: integer(),
    /** The number of approved reviews; `ratingSum` is the sum of their stars. */
    reviewCount: integer().notNull().default(0),
    ratingSum: integer().notNull().default(0),
    /** Increased by a trigger when an admin changes the product; not by changes of stock or reviews. */
    version: integer().notNull().default(1),
    createdAt: createdAt(),
    /** Of a variant: its product, which has `options`. */
    parentId: uuid().references((): AnyPgColumn => products.id, { onDelete: 'cascade' }),
    /** Of a product with variants: its options with their values, in the owner's order. It is never sold itself. */
    options: jsonb().$type<ProductOption[]>(),
    /** Of a variant: a value of each option of its product. */
    optionValues: text().array().notNull().default([]),
    /** `maat:38`: of a variant its own; of a product those of its active variants, maintained by a trigger. */
    optionFacets: text().array().notNull().default([]),
    /** Of a product with active variants, maintained by a trigger. */
    optionSetId: integer().references(() => optionSets.id),
    /** Of a variant: its place among those of its product. */
    position: integer().notNull().default(0),
    /**
     * Cents: the price of a product with variants, as an admin sets it. Its `price` and those of its sale are of its cheapest active
     * variant, and `maxPrice` is that of the dearest when they differ; maintained by a trigger.
     */
    basePrice: integer(),
    maxPrice: integer(),
    /** Of a variant: its regular price is the `basePrice` of its product. */
    followsPrice: boolean().notNull().default(false),
    /** How much is in it, where it is sold by measure; a variant without either has that of its product. */
    contentMl: integer(),
    contentGrams: integer(),
    /** GTIN, EAN or whatever is printed on it. */
    barcode: text(),
    // The trigger `products_search_text` sets these two when the SKU, name or description changes. As generated columns they were computed
    // at each change of price or stock as well, because PostgreSQL does that in a table with triggers before updates.
    /** Text for the admin's substring search: SKU and name, folded. Starts with a space, so that a space precedes every word. */
    searchName: text(),
    /** Search vector of Dutch stems without accents; the name has more weight than the description. */
    search: textVector(),
  },
  // oxlint-disable-next-line max-lines-per-function -- the indexes and constraints of one table
  table => [
    index('products_search').using('gin', table.search),
    // These indexes have all filter and sort columns, so that a late page is found without reading the products before it.
    index('products_by_price')
      .on(table.price, table.id, table.categoryId)
      .where(sql`${table.isActive}`),
    index('products_by_category_and_price')
      .on(table.categoryId, table.price)
      .where(sql`${table.isActive}`),
    index('products_active_by_age')
      .on(table.createdAt, table.id, table.categoryId, table.price)
      .where(sql`${table.isActive}`),
    // For the admin's product list. No index may include the stock: every sale would then have to update all indexes.
    index('products_by_name').on(sql`${table.name} collate "und-x-icu"`, table.id),
    index('products_all_by_price').on(table.price, table.id),
    index('products_all_by_age').on(table.createdAt, table.id, table.searchName),
    index('products_by_category').on(table.categoryId, table.createdAt, table.id),
    index('products_inactive')
      .on(table.createdAt, table.id)
      .where(sql`not ${table.isActive}`),
    index('products_search_name').using('gin', sql`${table.searchName} gin_trgm_ops`),
    // The same for lists, which have no variants by themselves. Those above go once no version uses them.
    index('products_listed_search')
      .using('gin', table.search)
      .where(sql`${table.isActive} and ${table.parentId} is null`),
    index('products_listed_by_price')
      .on(table.price, table.id, table.categoryId)
      .where(sql`${table.isActive} and ${table.parentId} is null`),
    index('products_listed_by_category')
      .on(table.categoryId, table.price)
      .where(sql`${table.isActive} and ${table.parentId} is null`),
    index('products_listed_by_age')
      .on(table.createdAt, table.id, table.categoryId, table.price)
      .where(sql`${table.isActive} and ${table.parentId} is null`),
    // Nothing uses it since there are option sets.
    index('products_listed_facets')
      .using('gin', table.optionFacets)
      .where(sql`${table.isActive} and ${table.parentId} is null and ${table.options} is not null`),
    // Hits are counted by set, and found by it.
    index('products_listed_by_option_set')
      .on(table.optionSetId, table.categoryId, table.price)
      .where(sql`${table.isActive} and ${table.parentId} is null`),
    index('products_main_by_name')
      .on(sql`${table.name} collate "und-x-icu"`, table.id)
      .where(sql`${table.parentId} is null`),
    index('products_main_by_price')
      .on(table.price, table.id)
      .where(sql`${table.parentId} is null`),
    index('products_main_by_age')
      .on(table.createdAt, table.id, table.searchName)
      .where(sql`${table.parentId} is null`),
    // Also finds the variants of a product.
    uniqueIndex('products_variants')
      .on(table.parentId, table.optionValues)
      .where(sql`${table.parentId} is not null`),
    check(
      'products_options',
      sql`case when ${table.options} is null then ${table.basePrice} is null and ${table.maxPrice} is null
        else ${table.parentId} is null and ${table.basePrice} >= 0 and jsonb_array_length(${table.options}) between 1 and 3 end`,
    ),
    check(
      'products_variant',
      sql`cardinality(${table.optionValues}) between (${table.parentId} is not null)::int and 3 * (${table.parentId} is not null)::int`,
    ),
    // The slugs that the router takes, and neither a route nor an id uses.
    check(
      'products_slug',
      sql`length(${table.slug}) between 1 and 100 and ${table.slug} <> 'search'
        and ${table.slug} !~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'`,
    ),
    check('products_tax_class', sql`${table.taxClass} in ('STANDARD', 'BOOKS', 'EXEMPT')`),
    check('products_price', sql`${table.price} >= 0 and ${table.shippingCost} >= 0`),
    check('products_purchase_price', sql`${table.purchasePrice} >= 0`),
    check(
      'products_sale_price',
      sql`num_nulls(${table.regularPrice}, ${table.saleEndsAt}) in (0, 2)
        and coalesce(${table.regularPrice} > ${table.price}, ${table.priorPrice} is null)
        and coalesce(${table.priorPrice} > ${table.price}, true)`,
    ),
    check(
      'products_rating',
      sql`${table.ratingSum} between ${table.reviewCount} and 5 * ${table.reviewCount}`,
    ),
    check('products_stock', sql`0 <= ${table.reservedStock} and ${table.reservedStock} <= ${table.stock}`),
  ],
)

/** The available stock of each product, maintained by a trigger; a separate table, because no index of products may include the stock. */
export const stockLevels = pgTable(
  'stock_levels',
  {
    productId: uuid()
      .primaryKey()
      .references(() => products.id, { onDelete: 'cascade' }),
    available: integer().notNull(),
  },
  table => [index('stock_levels_by_available').on(table.available, table.productId)],
)

/**
 * Every word that was ever in the name of a product or category, folded; maintained by triggers. Spelling correction
 * searches this table, because there are far fewer words than names.
 */
export const catalogWords = pgTable('catalog_words', { word: text().primaryKey() }, table => [
  index('catalog_words_trigrams').using('gin', sql`${table.word} gin_trgm_ops`),
])

/** Stock held for an order until it is paid, cancelled, or the hold expires. Its SQL names are those of the first schema. */
export const stockHolds = pgTable(
  'cart_reservations',
  {
    id: primaryId(),
    orderId: uuid('session_id').notNull(),
    productId: reference(() => products.id),
    quantity: integer().notNull(),
    expiresAt: timestamptz().notNull(),
    createdAt: createdAt(),
  },
  table => [
    unique('cart_reservations_one_per_product').on(table.orderId, table.productId),
    index().on(table.expiresAt),
    check('cart_reservations_quantity', sql`${table.quantity} > 0`),
  ],
)

export type StockEntryKind = 'INTAKE' | 'SALE' | 'RETURN' | 'CORRECTION'

/** The append-only stock ledger: `products.stock` is the sum of its entries. */
export const stockEntries = pgTable(
  'stock_entries',
  {
    id: uuid()
      .primaryKey()
      .default(sql`gen_random_uuid()`),
    productId: uuid().notNull(),
    kind: text().$type<StockEntryKind>().notNull(),
    /** Units, signed: positive when stock increases. */
    pieces: integer().notNull(),
    /** The order that bought or returned the units. */
    orderId: uuid(),
    /** The `StockCause` of a manual change, declared in `shop/products/admin`. */
    cause: text(),
    /** A note in free text. */
    reason: text(),
    /** The stock after this entry; null for entries older than this column. */
    stockAfter: integer(),
    /** Cents, excl. VAT: the purchase price of one incoming unit; null when nobody knew it. */
    unitCost: integer(),
    /** The admin who changed it by hand. */
    actorId: uuid().references(() => users.id),
    createdAt: createdAt(),
  },
  table => [
    index('stock_entries_by_product').on(table.productId, table.createdAt),
    index('stock_entries_by_order').on(table.orderId),
    check(
      'stock_entries_unit_cost',
      sql`${table.unitCost} is null or (${table.unitCost} >= 0 and ${table.pieces} > 0)`,
    ),
    check(
      'stock_entries_kind',
      sql`case ${table.kind} when 'SALE' then ${table.pieces} < 0 and ${table.orderId} is not null
        when 'RETURN' then ${table.pieces} > 0 and ${table.orderId} is not null
        when 'INTAKE' then ${table.pieces} > 0 when 'CORRECTION' then ${table.pieces} <> 0 else false end`,
    ),
  ],
)

/** One row for each change of the catalogue's data, with its transaction; written by triggers. */
export const catalogChanges = pgTable(
  'catalog_changes',
  {
    transactionId: transactionId()
      .notNull()
      .default(sql`pg_current_xact_id()`),
    /** The product whose stock or rating changed; null for any other change. */
    productId: uuid(),
    /** When a node first read the change as committed. */
    seenAt: timestamptz(),
  },
  table => [index().on(table.transactionId)],
)
