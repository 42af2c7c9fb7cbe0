import { randomUUIDv7 } from 'node:crypto'
import { and, asc, eq, gte, inArray, or, sql } from 'drizzle-orm'
import { guestExpiry } from '../../people/accounts/guestCookie.rules.ts'
import { insertGuestSql } from '../../people/accounts/guest.service.ts'
import { isPriceDue, readAtPresentPrices } from '../catalog/prices/dueSales.service.ts'
import { products } from '../catalog/table.ts'
import { contentColumns, imageUrlSql, isForSaleSql, notForSaleProblem } from '../catalog/variants.service.ts'
import { createBatchLoader, READS_AT_ONCE } from '../../platform/batchLoader.ts'
import type { z } from 'zod'
import { type Db, FOREIGN_KEY_VIOLATION, type Tx, unwrapDatabaseError } from '../../platform/db.ts'
import type { Platform } from '../../platform/platform.ts'
import {
  isAnyOfPlaceholder,
  memoizeQuery,
  precompileStatement,
  toPgArray,
} from '../../platform/preparedStatements.ts'
import { columnsOf, isAnyOf, queryRows } from '../../platform/sql.ts'
import { Problem } from '../../wire/problem.ts'
import type { CartItem } from './contract.ts'
import { MAX_LINE_QUANTITY } from '../../wire/limits.ts'
import { cartItems } from './table.ts'

const { placeholder } = sql

/** The available stock; 0 for a product that is not active. */
const available = sql<number>`
  case when ${isForSaleSql()} then ${products.stock} - ${products.reservedStock} else 0 end`.mapWith(Number)

const lineColumns = {
  ...columnsOf(cartItems, 'id', 'productId', 'quantity'),
  product: {
    ...columnsOf(products, 'name', 'slug', 'price', 'priorPrice'),
    imageUrl: imageUrlSql(),
    values: products.optionValues,
    stock: available,
    ...columnsOf(products, 'shippingCost', 'showShippingOptions', 'showCommentsField'),
    ...contentColumns,
  },
}

type CartReads = Pick<Platform, 'db' | 'pipelinedReads' | 'now'>

/** Reads a cart's lines, oldest first; simultaneous reads share one statement. Their prices are those of the moment. */
export function createCartReader({ db, pipelinedReads, now }: CartReads) {
  const findLines = createBatchLoader(
    async (userIds: string[]) => {
      const values = { userIds: toPgArray(userIds) }
      const find = () => cartLinesQuery(pipelinedReads).execute({ ...values, now: now().toISOString() })
      const lines = await readAtPresentPrices({ db, now }, find)
      return Map.groupBy(lines, ({ userId }) => userId)
    },
    { maxRunning: READS_AT_ONCE },
  )
  return async (userId: string): Promise<CartItemInput[]> => (await findLines(userId)) ?? []
}

type CartItemInput = z.input<typeof CartItem>

const cartLinesQuery = memoizeQuery(db =>
  db
    .select({
      userId: cartItems.userId,
      ...lineColumns,
      isDue: isPriceDue(sql`${cartItems.productId}`, placeholder('now')),
    })
    .from(cartItems)
    .innerJoin(products, eq(products.id, cartItems.productId))
    .where(isAnyOfPlaceholder(cartItems.userId, 'userIds'))
    .orderBy(asc(cartItems.createdAt), asc(cartItems.id))
    .prepare('cart_lines'),
)

/** Which of these products are in anyone's cart. */
export async function findProductsInCarts(db: Db, productIds: string[]): Promise<Set<string>> {
  if (productIds.length === 0) return new Set()
  const found = await db
    .selectDistinct({ id: cartItems.productId })
    .from(cartItems)
    .where(isAnyOf(cartItems.productId, productIds))
  return new Set(found.map(({ id }) => id))
}

type NewLine = 'id' | 'userId' | 'productId' | 'quantity'

const addableProductSql = sql`
  with product as materialized (
    select id, name, slug, price, prior_price as "priorPrice", ${imageUrlSql()} as "imageUrl", option_values as "values",
      stock - reserved_stock as stock, shipping_cost as "shippingCost", show_shipping_options as "showShippingOptions",
      show_comments_field as "showCommentsField", ${contentColumns.contentMl} as "contentMl",
      ${contentColumns.contentGrams} as "contentGrams"
    from ${products}
    where ${products.id} = ${placeholder('productId')}::uuid and ${isForSaleSql()}
      and stock - reserved_stock >= ${placeholder('quantity')}::int
  )`

const lineSql = sql`
  line as (
    insert into ${cartItems} as old (id, user_id, product_id, quantity)
    select ${placeholder('id')}::uuid, ${placeholder('userId')}::uuid, id, ${placeholder('quantity')}::int from product
    on conflict (user_id, product_id) do update set quantity = old.quantity + excluded.quantity
    where old.quantity + excluded.quantity <= (
      select least(stock, ${sql.raw(String(MAX_LINE_QUANTITY))}) from product
    )
    returning id, quantity
  )
  select line.id as "lineId", line.quantity, product.* from line, product`

const addLineStatement = precompileStatement<NewLine>(sql`${addableProductSql}, ${lineSql}`)

/** The same for a guest, whose row it makes with the first line. The foreign key is checked at the end of the statement. */
const addGuestLineStatement = precompileStatement<NewLine | 'now' | 'guestUntil'>(sql`
  ${addableProductSql}, guest as (
    ${insertGuestSql({ id: placeholder('userId'), now: placeholder('now'), guestUntil: placeholder('guestUntil') }, sql`from product`)}
  ), ${lineSql}`)

type AddedLine = CartItemInput['product'] & { lineId: string; quantity: number; id: string }

/**
 * Adds units of a product to the cart, or to its line. One statement: the upsert checks and adds under the lock of the
 * line, so that two simultaneous clicks both count. Why nothing was added is asked afterwards.
 * @param guestAt when a guest adds it, whose row may have to be made
 * @throws Problem NOT_FOUND, QUANTITY_LIMIT above 99 units, INSUFFICIENT_STOCK with `available`.
 */
export async function addLine(db: Db, userId: string, productId: string, quantity: number, guestAt?: Date) {
  const line = { id: randomUUIDv7(), userId, productId, quantity }
  const add = () =>
    queryRows<AddedLine>(
      db,
      guestAt
        ? addGuestLineStatement({
            ...line,
            now: guestAt.toISOString(),
            guestUntil: guestExpiry(guestAt).toISOString(),
          })
        : addLineStatement(line),
    )
  // A guest who was there as the statement began may be deleted by a login in another tab, and a product by an admin.
  const [added] = await add().catch((error: unknown) => {
    if (unwrapDatabaseError(error).code !== FOREIGN_KEY_VIOLATION) throw error
    return add()
  })
  if (added) {
    const { lineId, id, quantity: inCart, ...product } = added
    return { id: lineId, productId: id, quantity: inCart, product }
  }
  const [refused] = await db
    .select({ available, before: cartItems.quantity })
    .from(products)
    .leftJoin(cartItems, and(eq(cartItems.productId, products.id), eq(cartItems.userId, userId)))
    .where(and(eq(products.id, productId), isForSaleSql()))
  if (!refused) throw await notForSaleProblem(db, [productId], 'Dit product bestaat niet meer.')
  const { before } = refused
  if (refused.available >= MAX_LINE_QUANTITY || (before ?? 0) + quantity > MAX_LINE_QUANTITY)
    throw new Problem('QUANTITY_LIMIT')
  throw new Problem('INSUFFICIENT_STOCK', { productId, available: refused.available })
}

const changeLineQuery = memoizeQuery(db => {
  const quantity = sql`${placeholder('quantity')}::int`
  const own = and(eq(cartItems.id, placeholder('itemId')), eq(cartItems.userId, placeholder('userId')))
  const fits = or(gte(available, quantity), gte(cartItems.quantity, quantity))
  return db
    .update(cartItems)
    .set({ quantity })
    .from(products)
    .where(and(own, eq(products.id, cartItems.productId), fits))
    .returning(lineColumns)
    .prepare('change_cart_line')
})

/**
 * Sets the quantity of a line; 0 removes it. A quantity may always be lowered, also when it still exceeds the stock.
 * @returns the line, or null when it was removed
 * @throws Problem NOT_FOUND, INSUFFICIENT_STOCK with `available`.
 */
export async function setQuantity(db: Db, userId: string, itemId: string, quantity: number) {
  if (quantity === 0) {
    await removeLine(db, userId, itemId)
    return null
  }
  const [changed] = await changeLineQuery(db).execute({ userId, itemId, quantity })
  if (changed) return changed
  const own = and(eq(cartItems.id, itemId), eq(cartItems.userId, userId))
  const [refused] = await db
    .select({ productId: cartItems.productId, available })
    .from(cartItems)
    .innerJoin(products, eq(products.id, cartItems.productId))
    .where(own)
  throw refused ? new Problem('INSUFFICIENT_STOCK', refused) : lineNotFound()
}

const lineNotFound = () => new Problem('NOT_FOUND', { message: 'Dit staat niet meer in je winkelwagen.' })

/** @throws Problem NOT_FOUND when the line is not the user's. */
export async function removeLine(db: Db, userId: string, itemId: string): Promise<void> {
  const removed = await db
    .delete(cartItems)
    .where(and(eq(cartItems.id, itemId), eq(cartItems.userId, userId)))
    .returning({ id: cartItems.id })
  if (removed.length === 0) throw lineNotFound()
}

/** Removes bought products from the cart, once their order is paid. */
export async function removePurchasedLines(tx: Tx, userId: string, productIds: string[]): Promise<void> {
  await tx
    .delete(cartItems)
    .where(and(eq(cartItems.userId, userId), inArray(cartItems.productId, productIds)))
}
