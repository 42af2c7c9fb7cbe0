import { sql, type SQL } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  check,
  customType,
  index,
  integer,
  pgTable,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import { users } from '../../people/accounts/table.ts'
import { timestamptz, createdAt, primaryId } from '../../platform/columns.ts'

const transactionId = customType<{ data: string }>({ dataType: () => 'xid8' })
const textVector = customType<{ data: string }>({ dataType: () => 'tsvector' })

/** Lower case and without accents, by what an index may hold: `unaccent` is not immutable. */
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
    /** Cents: what sending it costs the shop; shown to admins, never charged. */
    shippingCost: integer().notNull().default(0),
    imageUrl: text(),
    images: text().array().notNull().default([]),
    categoryId: uuid()
      .notNull()
      .references(() => categories.id),
    stock: integer().notNull().default(0),
    /** Of `stock`, what is held for orders that are not paid yet. */
    reservedStock: integer().notNull().default(0),
    isActive: boolean().notNull().default(true),
    showShippingOptions: boolean().notNull().default(true),
    showCommentsField: boolean().notNull().default(false),
    /** Sealed for hygiene: with its seal broken it can't be withdrawn from. */
    hygieneSealed: boolean().notNull().default(false),
    /** Grams. */
    weight: integer().notNull().default(0),
    /** Centimetres. */
    length: integer(),
    width: integer(),
    height: integer(),
    /** Of its approved reviews: how many, and the sum of their stars. */
    reviewCount: integer().notNull().default(0),
    ratingSum: integer().notNull().default(0),
    /** Grows by a trigger whenever a keeper changes what it is; pieces and reviews are none of it. */
    version: integer().notNull().default(1),
    createdAt: createdAt(),
    /** What the back office finds it by, any part of it: SKU and name, folded. A space first, so that each word begins with one. */
    naming: text().generatedAlwaysAs((): SQL =>
      foldAccentsSql(sql`(' ' || ${products.sku} || ' ' || ${products.name})`),
    ),
    /** What is searched: the name weighs more than what is said about it. Dutch word stems, accents folded. */
    search: textVector().generatedAlwaysAs(
      (): SQL => sql`setweight(to_tsvector('dutch', ${foldAccentsSql(products.name)}), 'A')
        || setweight(to_tsvector('dutch', ${foldAccentsSql(products.description)}), 'C')`,
    ),
  },
  table => [
    index('products_search').using('gin', table.search),
    // They hold all that a list is chosen and sorted by, so that a page deep in it is found without reading the products before it.
    index('products_by_price')
      .on(table.price, table.id, table.categoryId)
      .where(sql`${table.isActive}`),
    index('products_by_category_and_price')
      .on(table.categoryId, table.price)
      .where(sql`${table.isActive}`),
    index('products_active_by_age')
      .on(table.createdAt, table.id, table.categoryId, table.price)
      .where(sql`${table.isActive}`),
    // The back office sorts and searches all of them. None may hold the stock: then every sale would write every index anew.
    index('products_by_name').on(sql`${table.name} collate "und-x-icu"`, table.id),
    index('products_all_by_price').on(table.price, table.id),
    index('products_all_by_age').on(table.createdAt, table.id, table.naming),
    index('products_by_category').on(table.categoryId, table.createdAt, table.id),
    index('products_inactive')
      .on(table.createdAt, table.id)
      .where(sql`not ${table.isActive}`),
    index('products_naming').using('gin', sql`${table.naming} gin_trgm_ops`),
    check('products_price', sql`${table.price} >= 0 and ${table.shippingCost} >= 0`),
    check(
      'products_rating',
      sql`${table.ratingSum} between ${table.reviewCount} and 5 * ${table.reviewCount}`,
    ),
    check('products_stock', sql`0 <= ${table.reservedStock} and ${table.reservedStock} <= ${table.stock}`),
  ],
)

/** What can be bought of each product, kept by a trigger, where it can be sorted by without an index on the products. */
export const productLevels = pgTable(
  'product_levels',
  {
    productId: uuid()
      .primaryKey()
      .references(() => products.id, { onDelete: 'cascade' }),
    available: integer().notNull(),
  },
  table => [index('product_levels_by_available').on(table.available, table.productId)],
)

/**
 * Every word that ever stood in the name of a product or category, folded; kept by triggers. What was typed wrongly is
 * looked for here: a shop has far fewer words than names.
 */
export const catalogWords = pgTable('catalog_words', { word: text().primaryKey() }, table => [
  index('catalog_words_trigrams').using('gin', sql`${table.word} gin_trgm_ops`),
])

/** Stock held for an order until it is paid, cancelled, or the hold expires. */
export const cartReservations = pgTable(
  'cart_reservations',
  {
    id: primaryId(),
    /** The order that holds it. */
    sessionId: uuid().notNull(),
    productId: uuid()
      .notNull()
      .references(() => products.id),
    quantity: integer().notNull(),
    expiresAt: timestamptz().notNull(),
    createdAt: createdAt(),
  },
  table => [
    unique('cart_reservations_one_a_product').on(table.sessionId, table.productId),
    index().on(table.expiresAt),
    check('cart_reservations_quantity', sql`${table.quantity} > 0`),
  ],
)

export type StockEntryKind = 'INTAKE' | 'SALE' | 'RETURN' | 'CORRECTION'

/** The append-only book of pieces beside `products.stock`: the stock is the sum of its entries. */
export const stockEntries = pgTable(
  'stock_entries',
  {
    id: uuid()
      .primaryKey()
      .default(sql`gen_random_uuid()`),
    productId: uuid().notNull(),
    kind: text().$type<StockEntryKind>().notNull(),
    /** Signed: what comes in is positive. */
    pieces: integer().notNull(),
    /** The order that took them or brought them back. */
    orderId: uuid(),
    /** Why, of what a person changed: one of the causes that `assortment` knows. */
    cause: text(),
    /** In more words. */
    reason: text(),
    /** The stock from then on; unknown of what was booked before it was written down. */
    stockAfter: integer(),
    /** Who changed it by hand. */
    actorId: uuid().references(() => users.id),
    createdAt: createdAt(),
  },
  table => [
    index('stock_entries_by_product').on(table.productId, table.createdAt),
    index('stock_entries_by_order').on(table.orderId),
    check(
      'stock_entries_kind',
      sql`case ${table.kind} when 'SALE' then ${table.pieces} < 0 and ${table.orderId} is not null
        when 'RETURN' then ${table.pieces} > 0 and ${table.orderId} is not null
        when 'INTAKE' then ${table.pieces} > 0 when 'CORRECTION' then ${table.pieces} <> 0 else false end`,
    ),
  ],
)

/** A note of every transaction that changed what the catalogue shows, written by triggers; `change.service.ts` reads them. */
export const catalogChanges = pgTable(
  'catalog_changes',
  {
    transactionId: transactionId()
      .notNull()
      .default(sql`pg_current_xact_id()`),
    /** Whose stock or rating changed; null for anything else. */
    productId: uuid(),
    /** When it was first found to be committed. */
    seenAt: timestamptz(),
  },
  table => [index().on(table.transactionId)],
)
