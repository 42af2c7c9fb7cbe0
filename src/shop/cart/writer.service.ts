import { randomUUIDv7 } from 'node:crypto'
import { and, eq, gte, or, sql, type SQL } from 'drizzle-orm'
import { insertGuestSql } from '../../people/accounts/guest.service.ts'
import { guestExpiry } from '../../people/accounts/guestCookie.rules.ts'
import { createBatchWriter } from '../../platform/db/batchWriter.ts'
import { FOREIGN_KEY_VIOLATION, unwrapDatabaseError } from '../../platform/db/databaseErrors.ts'
import type { Database, Db } from '../../platform/db/db.ts'
import { writePipelined } from '../../platform/db/pipelinedStatements.ts'
import { memoizeQuery, precompileStatement } from '../../platform/db/preparedStatements.ts'
import { hideFromPlanner, queryRows, toPgArray } from '../../platform/db/sql.ts'
import { MAX_LINE_QUANTITY } from '../../wire/limits.ts'
import { Problem } from '../../wire/problem.ts'
import { isUuid } from '../products/catalog/rules.ts'
import { products } from '../products/catalog/table.ts'
import { contentColumns, imageUrlSql, isForSaleSql, notForSaleProblem } from '../products/variants/service.ts'
import { available, type CartItemInput as Line, lineColumns } from './service.ts'
import { cartItems } from './table.ts'

const { placeholder } = sql

interface NewLine {
  id: string
  userId: string
  productId: string
  quantity: number
}

/** The wanted lines whose product has as much. */
const addableSql = sql`
  select wanted.* from unnest(
    ${hideFromPlanner(placeholder('ids'), 'uuid[]')}, ${hideFromPlanner(placeholder('userIds'), 'uuid[]')},
    ${hideFromPlanner(placeholder('productIds'), 'uuid[]')}, ${hideFromPlanner(placeholder('quantities'), 'int[]')}
  ) as wanted (id, user_id, product_id, quantity) join ${products} on ${products.id} = wanted.product_id
  where ${products.stock} - ${products.reservedStock} >= wanted.quantity and ${isForSaleSql()}`

/**
 * @param addable `addableSql`, or the CTE of it in `before`
 * @param before further CTEs, with a comma behind each
 */
const addedLinesSql = (addable: SQL, before = sql``): SQL => sql`
  with ${before} line as (
    insert into ${cartItems} as old (id, user_id, product_id, quantity)
    select id, user_id, product_id, quantity from (${addable}) addable order by user_id, product_id
    on conflict (user_id, product_id) do update set quantity = old.quantity + excluded.quantity
    where old.quantity + excluded.quantity <= (
      select least(product.stock - product.reserved_stock, ${sql.raw(String(MAX_LINE_QUANTITY))})
      from ${products} product where product.id = excluded.product_id
    )
    returning id, user_id, product_id, quantity
  )
  select line.id as "lineId", line.user_id as "userId", line.quantity, ${products.id}, name, slug, price, prior_price as "priorPrice",
    ${imageUrlSql()} as "imageUrl", option_values as "values", stock - reserved_stock as stock, shipping_cost as "shippingCost",
    show_shipping_options as "showShippingOptions", show_comments_field as "showCommentsField",
    ${contentColumns.contentMl} as "contentMl", ${contentColumns.contentGrams} as "contentGrams"
  from line join ${products} on ${products.id} = line.product_id`

type LineArrays = 'ids' | 'userIds' | 'productIds' | 'quantities'

const addLinesStatement = precompileStatement<LineArrays>(addedLinesSql(addableSql))

/** The same for one guest, whose row it makes with the first line. The foreign key is checked at the end of the statement. */
const addGuestLineStatement = precompileStatement<LineArrays | 'userId' | 'now' | 'guestUntil'>(
  addedLinesSql(
    sql`select * from addable`,
    sql`addable as materialized (${addableSql}), guest as (
      ${insertGuestSql({ id: placeholder('userId'), now: placeholder('now'), guestUntil: placeholder('guestUntil') }, sql`from addable`)}
    ),`,
  ),
)

const toLineArrays = (lines: NewLine[]): Record<LineArrays, string> => ({
  ids: toPgArray(lines.map(({ id }) => id)),
  userIds: toPgArray(lines.map(({ userId }) => userId)),
  productIds: toPgArray(lines.map(({ productId }) => productId)),
  quantities: toPgArray(lines.map(({ quantity }) => quantity)),
})

type AddedLine = Line['product'] & {
  lineId: string
  userId: string
  quantity: number
  id: string
}

const changeLinesQuery = memoizeQuery(db => {
  const wanted = db
    .select({
      id: sql<string>`(line->>'itemId')::uuid`.as('wanted_id'),
      userId: sql`(line->>'userId')::uuid`.as('wanted_user'),
      quantity: sql<number>`(line->>'quantity')::int`.as('wanted_quantity'),
    })
    .from(sql`json_array_elements(${placeholder('lines')}::json) as line`)
    .as('wanted')
  const fits = or(gte(available, wanted.quantity), gte(cartItems.quantity, wanted.quantity))
  return db
    .update(cartItems)
    .set({ quantity: sql`${wanted.quantity}` })
    .from(wanted)
    .innerJoin(products, sql`true`)
    .where(
      and(
        // PostgreSQL would expect many lines, and read all carts.
        sql`${cartItems.id} = any (array(select (line->>'itemId')::uuid from json_array_elements(${placeholder('lines')}::json) as line))`,
        eq(cartItems.id, wanted.id),
        eq(cartItems.userId, wanted.userId),
        eq(products.id, cartItems.productId),
        fits,
      ),
    )
    .returning(lineColumns)
    .prepare('change_cart_lines')
})

interface ChangedLine {
  userId: string
  itemId: string
  quantity: number
}

type Senders = Pick<Database, 'db' | 'pipelinedWrites'>

/** Writes to carts. Simultaneous additions of members share one statement, and so do changes. */
export class CartWriter {
  readonly #senders: Senders
  readonly #add: (line: NewLine) => Promise<AddedLine | undefined>
  readonly #change: (line: ChangedLine) => Promise<Line | undefined>

  constructor(senders: Senders) {
    this.#senders = senders
    this.#add = createBatchWriter(senders, addLines, ({ userId, productId }) => rowKey(userId, productId))
    this.#change = createBatchWriter(senders, changeLines, ({ itemId }) => itemId)
  }

  /**
   * Adds units of a product to the cart, or to its line. One statement: the upsert checks and adds under the lock of the
   * line, so that two simultaneous clicks both count. Why nothing was added is asked afterwards.
   * @param guestAt when a guest adds it, whose row may have to be made
   * @throws Problem NOT_FOUND, QUANTITY_LIMIT above 99 units, INSUFFICIENT_STOCK with `available`.
   */
  async addLine(userId: string, productId: string, quantity: number, guestAt?: Date): Promise<Line> {
    // PostgreSQL would refuse the writes of all for it.
    if (!isUuid(productId)) throw productNotFound()
    const line = { id: randomUUIDv7(), userId, productId: productId.toLowerCase(), quantity }
    const add = () => (guestAt ? addGuestLine(this.#senders, line, guestAt) : this.#add(line))
    // A guest who was there as the statement began may be deleted by a login in another tab, and a product by an admin.
    const added = await add().catch((error: unknown) => {
      if (unwrapDatabaseError(error).code !== FOREIGN_KEY_VIOLATION) throw error
      return add()
    })
    if (!added) throw await explainRefusedLine(this.#senders.db, line)
    const { userId: _, lineId, id, quantity: inCart, ...product } = added
    return { id: lineId, productId: id, quantity: inCart, product }
  }

  /**
   * Sets the quantity of a line; 0 removes it. A quantity may always be lowered, also when it still exceeds the stock.
   * @returns the line, or null when it was removed
   * @throws Problem NOT_FOUND, INSUFFICIENT_STOCK with `available`.
   */
  async setQuantity(userId: string, itemId: string, quantity: number): Promise<Line | null> {
    if (quantity === 0) {
      await this.removeLine(userId, itemId)
      return null
    }
    if (!isUuid(itemId)) throw lineNotFound()
    const changed = await this.#change({ userId, itemId: itemId.toLowerCase(), quantity })
    if (!changed) throw await explainRefusedChange(this.#senders.db, userId, itemId)
    return changed
  }

  /** @throws Problem NOT_FOUND when the line is not the user's. */
  async removeLine(userId: string, itemId: string): Promise<void> {
    const own = isOwnLine(userId, itemId)
    const removed = await writePipelined(this.#senders, sender =>
      sender.delete(cartItems).where(own).returning({ id: cartItems.id }),
    )
    if (removed.length === 0) throw lineNotFound()
  }
}

async function addLines(sender: Db, lines: NewLine[]): Promise<Map<NewLine, AddedLine>> {
  const added = await queryRows<AddedLine>(sender, addLinesStatement(toLineArrays(lines)))
  return byInput(
    lines,
    line => rowKey(line.userId, line.productId),
    added,
    line => rowKey(line.userId, line.id),
  )
}

async function changeLines(sender: Db, lines: ChangedLine[]): Promise<Map<ChangedLine, Line>> {
  const rows = await changeLinesQuery(sender).execute({ lines: JSON.stringify(lines) })
  return byInput(
    lines,
    ({ itemId }) => itemId,
    rows,
    ({ id }) => id,
  )
}

/** Which of the rows that came back is whose. */
function byInput<Input, Row>(
  inputs: Input[],
  keyOfInput: (input: Input) => string,
  rows: Row[],
  keyOfRow: (row: Row) => string,
): Map<Input, Row> {
  const byKey = new Map(rows.map(row => [keyOfRow(row), row]))
  const found = new Map<Input, Row>()
  for (const input of inputs) {
    const row = byKey.get(keyOfInput(input))
    if (row) found.set(input, row)
  }
  return found
}

async function addGuestLine(senders: Senders, line: NewLine, now: Date): Promise<AddedLine | undefined> {
  const statement = addGuestLineStatement({
    ...toLineArrays([line]),
    userId: line.userId,
    now: now.toISOString(),
    guestUntil: guestExpiry(now).toISOString(),
  })
  const [added] = await writePipelined(senders, sender => queryRows<AddedLine>(sender, statement))
  return added
}

async function explainRefusedLine(db: Db, { userId, productId, quantity }: NewLine): Promise<Problem> {
  const [refused] = await db
    .select({ available, before: cartItems.quantity })
    .from(products)
    .leftJoin(cartItems, and(eq(cartItems.productId, products.id), eq(cartItems.userId, userId)))
    .where(and(eq(products.id, productId), isForSaleSql()))
  if (!refused) return notForSaleProblem(db, [productId], PRODUCT_GONE)
  const { before } = refused
  if (refused.available >= MAX_LINE_QUANTITY || (before ?? 0) + quantity > MAX_LINE_QUANTITY)
    return new Problem('QUANTITY_LIMIT')
  return new Problem('INSUFFICIENT_STOCK', { productId, available: refused.available })
}

async function explainRefusedChange(db: Db, userId: string, itemId: string): Promise<Problem> {
  const [refused] = await db
    .select({ productId: cartItems.productId, available })
    .from(cartItems)
    .innerJoin(products, eq(products.id, cartItems.productId))
    .where(isOwnLine(userId, itemId))
  return refused ? new Problem('INSUFFICIENT_STOCK', refused) : lineNotFound()
}

const isOwnLine = (userId: string, itemId: string) =>
  and(eq(cartItems.id, itemId), eq(cartItems.userId, userId))

/** A customer has one line of a product. The ids are as PostgreSQL writes them, in lower case. */
const rowKey = (userId: string, productId: string): string => `${userId} ${productId}`

const PRODUCT_GONE = 'Dit product bestaat niet meer.'
const productNotFound = () => new Problem('NOT_FOUND', { message: PRODUCT_GONE })
const lineNotFound = () => new Problem('NOT_FOUND', { message: 'Dit staat niet meer in je winkelwagen.' })
