import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, pgTable, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { users } from '../../people/accounts/table.ts'
import { createdAt, primaryId, reference, timestamptz } from '../../platform/db/columns.ts'
import { products } from '../products/catalog/table.ts'
import { DEFAULT_DOWNLOADS, DEFAULT_VALID_DAYS, MAX_FILE_BYTES, type DigitalKind } from './contract.ts'

/** Their keys alone: `orders` imports this slice. */
const orders = pgTable('orders', { id: uuid().primaryKey() })
const orderItems = pgTable('order_items', { id: uuid().primaryKey() })

/** The digital content of products. A digital product without a row here is delivered by hand. */
export const digitalProducts = pgTable(
  'digital_products',
  {
    productId: uuid()
      .primaryKey()
      .references(() => products.id, { onDelete: 'cascade' }),
    kind: text().$type<DigitalKind>().notNull(),
    /** How often a sold line may be downloaded; a sold line keeps the number of its day. */
    maxDownloads: integer().notNull().default(DEFAULT_DOWNLOADS),
    /** Days that a sold line may be downloaded. */
    validDays: integer().notNull().default(DEFAULT_VALID_DAYS),
    createdAt: createdAt(),
  },
  table => [
    check('digital_products_kind', sql`${table.kind} in ('FILES', 'CODES', 'GIFT_CARD')`),
    check('digital_products_limits', sql`${table.maxDownloads} > 0 and ${table.validDays} > 0`),
  ],
)

/** A product's files; a row is made before its first byte arrives. A file never changes: a new version is a new row. */
export const digitalFiles = pgTable(
  'digital_files',
  {
    id: primaryId(),
    productId: reference(() => digitalProducts.productId, { onDelete: 'cascade' }),
    /** As the customer downloads it. */
    name: text().notNull(),
    bytes: bigint({ mode: 'number' }).notNull(),
    /** How many of its bytes have arrived. */
    received: bigint({ mode: 'number' }).notNull().default(0),
    storageKey: text().notNull().unique(),
    /** When its last byte arrived. */
    readyAt: timestamptz(),
    /** Since when it is not sold any more; who bought it before keeps it. */
    removedAt: timestamptz(),
    createdAt: createdAt(),
  },
  table => [
    index().on(table.productId, table.createdAt),
    check('digital_files_bytes', sql`${table.bytes} between 1 and ${sql.raw(String(MAX_FILE_BYTES))}`),
    check('digital_files_received', sql`${table.received} between 0 and ${table.bytes}`),
    check('digital_files_ready', sql`${table.readyAt} is null or ${table.received} = ${table.bytes}`),
  ],
)

/**
 * A product's codes. One that has no order line is for sale; their number is the product's stock. A code belongs to one
 * piece of one line, and a piece has one valid code.
 */
export const digitalCodes = pgTable(
  'digital_codes',
  {
    id: primaryId(),
    productId: reference(() => digitalProducts.productId, { onDelete: 'cascade' }),
    code: text().notNull(),
    /** The line of an order that it was sold with. */
    orderItemId: uuid().references(() => orderItems.id),
    /** Which piece of the line, from 1. */
    piece: integer(),
    soldAt: timestamptz(),
    /** When its buyer was first shown it. */
    seenAt: timestamptz(),
    /** When it was taken back after its buyer had seen it; it is never sold again. */
    voidedAt: timestamptz(),
    createdAt: createdAt(),
  },
  table => [
    unique('digital_codes_once').on(table.productId, table.code),
    uniqueIndex('digital_codes_one_per_piece')
      .on(table.orderItemId, table.piece)
      .where(sql`${table.voidedAt} is null`),
    index('digital_codes_by_line').on(table.orderItemId),
    index('digital_codes_for_sale')
      .on(table.productId, table.id)
      .where(sql`${table.orderItemId} is null`),
    check(
      'digital_codes_sold',
      sql`(${table.orderItemId} is null) = (${table.piece} is null) and (${table.orderItemId} is null) = (${table.soldAt} is null)`,
    ),
    check(
      'digital_codes_unsold',
      sql`${table.orderItemId} is not null or (${table.seenAt} is null and ${table.voidedAt} is null)`,
    ),
  ],
)

/** A delivered line of an order. Only numbers are kept of its downloads: no address, device or single times. */
export const digitalDeliveries = pgTable(
  'digital_deliveries',
  {
    orderItemId: uuid()
      .primaryKey()
      .references(() => orderItems.id),
    orderId: reference(() => orders.id),
    userId: reference(() => users.id),
    productId: reference(() => products.id),
    /** Snapshot: the name of the line. */
    productName: text().notNull(),
    kind: text().$type<DigitalKind>().notNull(),
    maxDownloads: integer().notNull(),
    /** How many downloads were started. */
    downloads: integer().notNull().default(0),
    /** When one was last started: it may be resumed for a while. */
    lastDownloadAt: timestamptz(),
    deliveredAt: timestamptz().notNull(),
    /** Until when files can be downloaded. */
    expiresAt: timestamptz().notNull(),
    /** When it was taken back in full. */
    revokedAt: timestamptz(),
  },
  table => [
    index().on(table.orderId),
    index().on(table.userId),
    index().on(table.productId),
    check('digital_deliveries_kind', sql`${table.kind} in ('FILES', 'CODES', 'GIFT_CARD')`),
    check('digital_deliveries_downloads', sql`${table.downloads} between 0 and ${table.maxDownloads}`),
  ],
)

/** Hashes of the tokens in mailed links, which open an order's downloads without signing in. */
export const downloadTokens = pgTable(
  'download_tokens',
  {
    tokenHash: text().primaryKey(),
    orderId: reference(() => orders.id),
    expiresAt: timestamptz().notNull(),
    createdAt: createdAt(),
  },
  table => [index().on(table.orderId), index().on(table.expiresAt)],
)
