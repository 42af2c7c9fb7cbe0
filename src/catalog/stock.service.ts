import { and, eq, lte, min, sql, type SQL } from 'drizzle-orm'
import type { Db } from '../platform/db.ts'
import { statement } from '../platform/statement.ts'
import { Problem } from '../wire/problem.ts'
import { cartReservations, products, stockEntries } from './table.ts'

const { placeholder } = sql

export interface Wanted {
  productId: string
  quantity: number
}

/** A product as it is sold at this moment: the snapshot that an order keeps. */
export interface HeldProduct {
  id: string
  quantity: number
  name: string
  imageUrl: string | null
  price: number
  shippingCost: number
  showShippingOptions: boolean
}

/** One wanted product as its locked row has it; all but the first two are null when it is not for sale. */
type Found = { id: string; quantity: number; available: number | null } & Omit<HeldProduct, 'id' | 'quantity'>

const hold = statement<'wanted' | 'orderId' | 'expiresAt'>(sql`
  with wanted as materialized (
    select (item->>'productId')::uuid as id, sum((item->>'quantity')::int)::int as quantity, min(line) as line
    from jsonb_array_elements(${placeholder('wanted')}::jsonb) with ordinality as items(item, line)
    group by 1
  ), locked as materialized (
    select p.*, p.stock - p.reserved_stock as available, wanted.quantity
    from wanted join ${products} p on p.id = wanted.id
    where p.is_active
    order by p.id
    for update of p
  ), held as (
    update ${products} p set stock = locked.stock, reserved_stock = locked.reserved_stock + locked.quantity
    from locked
    where p.id = locked.id and locked.available >= locked.quantity
  ), kept as (
    insert into ${cartReservations} (id, session_id, product_id, quantity, expires_at)
    select gen_random_uuid(), ${placeholder('orderId')}::uuid, id, quantity, ${placeholder('expiresAt')}::timestamptz from locked
  )
  select wanted.id, wanted.quantity, available, name, image_url as "imageUrl", price,
    shipping_cost as "shippingCost", show_shipping_options as "showShippingOptions"
  from wanted left join locked on locked.id = wanted.id
  order by wanted.line`)

/**
 * Holds stock for an order, all of it or nothing, in one statement; the same product on two lines counts as one sum.
 * The rows are locked in the order of their ids, so that two baskets of the same products can't wait for each other in a
 * circle. What there is, is read from the locked row, and written from it as well: an `update` first tries the row as it
 * was before the wait, and so would refuse, or break a constraint over, what was released meanwhile.
 * @returns the products in the order in which they were first wanted
 * @throws Problem NOT_FOUND for a product that is gone; INSUFFICIENT_STOCK with `productId` and `available`. The caller's
 * transaction must roll back.
 */
export async function holdStock(
  tx: Db,
  orderId: string,
  wanted: Wanted[],
  expiresAt: Date,
): Promise<HeldProduct[]> {
  const values = { wanted: JSON.stringify(wanted), orderId, expiresAt: expiresAt.toISOString() }
  const { rows } = (await tx.execute(hold(values))) as { rows: Found[] }
  return rows.map(heldOrRefused)
}

function heldOrRefused({ available, ...product }: Found): HeldProduct {
  const { id: productId } = product
  if (available === null)
    throw new Problem('NOT_FOUND', { message: 'Een product is niet meer te koop.', productId })
  if (available < product.quantity) throw new Problem('INSUFFICIENT_STOCK', { productId, available })
  return product
}

/**
 * Takes an order's hold away and locks its products, for a statement that says what becomes of the pieces. With
 * `expiredBy`, only when it has expired by then: it may have been prolonged since someone looked.
 */
const takeHold = (orderId: string, expiredBy?: Date): SQL => sql`
  with gone as (
    delete from ${cartReservations}
    where session_id = ${orderId}::uuid and expires_at <= ${expiredBy?.toISOString() ?? 'infinity'}::timestamptz
    returning product_id, quantity
  ), locked as materialized (
    select p.id, p.stock, p.reserved_stock, gone.quantity
    from ${products} p join gone on gone.product_id = p.id
    order by p.id
    for update of p
  )`

interface Booking {
  kind: 'SALE' | 'RETURN'
  /** Why they came back. */
  reason?: ReturnReason
  /** Of `locked`; all of it when left out. */
  where?: SQL
}

/** A part of a statement that books the pieces of `locked` as sold, or as come back. */
const booked = (orderId: string, { kind, reason, where = sql`true` }: Booking): SQL => sql`
  booked as (
    insert into ${stockEntries} (product_id, kind, pieces, order_id, reason)
    select id, ${kind}, ${sql.raw(kind === 'SALE' ? '-' : '')}quantity, ${orderId}::uuid, ${reason ?? null}
    from locked where ${where}
  )`

/** Gives back what an order still holds; with `expiredBy`, only if that has expired. Harmless when it holds nothing. */
export async function releaseStock(db: Db, orderId: string, expiredBy?: Date): Promise<void> {
  await db.execute(sql`${takeHold(orderId, expiredBy)}
    update ${products} p set stock = locked.stock, reserved_stock = locked.reserved_stock - locked.quantity
    from locked where p.id = locked.id`)
}

/**
 * Turns what an order holds into a sale: `stock` and `reservedStock` both fall.
 * @returns false when it holds nothing any more
 */
export async function claimStock(tx: Db, orderId: string): Promise<boolean> {
  const { rows } = (await tx.execute(sql`${takeHold(orderId)}, ${booked(orderId, { kind: 'SALE' })}
    update ${products} p
    set stock = locked.stock - locked.quantity, reserved_stock = locked.reserved_stock - locked.quantity
    from locked where p.id = locked.id
    returning p.id`)) as { rows: unknown[] }
  return rows.length > 0
}

/**
 * Keeps what an order holds until later.
 * @returns false when it holds nothing any more
 */
export async function prolongHold(tx: Db, orderId: string, expiresAt: Date): Promise<boolean> {
  const kept = await tx
    .update(cartReservations)
    .set({ expiresAt })
    .where(eq(cartReservations.sessionId, orderId))
    .returning({ id: cartReservations.id })
  return kept.length > 0
}

/** Takes stock for an order whose hold is gone, all of it or nothing. */
export async function takeStock(tx: Db, orderId: string, wanted: Wanted[]): Promise<boolean> {
  const { rows } = (await tx.execute(sql`
    with locked as materialized (
      select p.id, p.stock, p.reserved_stock, wanted.quantity,
        p.stock - p.reserved_stock >= wanted.quantity as enough
      from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as wanted("productId" uuid, quantity int)
        join ${products} p on p.id = wanted."productId"
      order by p.id
      for update of p
    ), ${booked(orderId, { kind: 'SALE', where: sql`(select bool_and(enough) from locked)` })}
    update ${products} p set stock = locked.stock - locked.quantity, reserved_stock = locked.reserved_stock
    from locked
    where p.id = locked.id and (select bool_and(enough) from locked)
    returning p.id`)) as { rows: unknown[] }
  return rows.length === wanted.length
}

/** Books what a new product begins with. Its stock is written with the product itself. */
export async function receiveStock(tx: Db, received: { id: string; stock: number }[]): Promise<void> {
  const entries = received
    .filter(({ stock }) => stock > 0)
    .map(({ id, stock }) => ({ productId: id, kind: 'INTAKE' as const, pieces: stock }))
  if (entries.length > 0) await tx.insert(stockEntries).values(entries)
}

interface Counted {
  stock: number
  expectedStock?: number | undefined
  reason?: string | null
}

/**
 * Sets the stock to what was counted, and books the difference with its reason.
 * @throws Problem NOT_FOUND; STOCK_CHANGED with `stock` when it is another than was expected; STOCK_RESERVED with
 * `reservedStock` when more than was counted is held for open orders. The caller's transaction must roll back.
 */
export async function countStock(
  tx: Db,
  productId: string,
  { stock, expectedStock, reason }: Counted,
): Promise<void> {
  const own = eq(products.id, productId)
  const [now] = await tx
    .select({ stock: products.stock, reservedStock: products.reservedStock })
    .from(products)
    .where(own)
    .for('update')
  if (!now) throw new Problem('NOT_FOUND', { message: 'Dit product bestaat niet meer.' })
  if (expectedStock !== undefined && expectedStock !== now.stock)
    throw new Problem('STOCK_CHANGED', { stock: now.stock })
  if (stock < now.reservedStock) throw new Problem('STOCK_RESERVED', { reservedStock: now.reservedStock })
  if (stock === now.stock) return
  await tx.update(products).set({ stock }).where(own)
  const pieces = stock - now.stock
  await tx.insert(stockEntries).values({ productId, kind: 'CORRECTION', pieces, reason: reason ?? null })
}

/** A cancelled sale never was one; what was paid back stays sold, and came back. */
export type ReturnReason = 'cancelled' | 'paid back'

/** Puts pieces of an order that came back on sale again, in one statement. */
export async function putBack(tx: Db, orderId: string, back: Wanted[], reason: ReturnReason): Promise<void> {
  await tx.execute(sql`
    with back as (
      select "productId" as id, sum(quantity)::int as quantity
      from jsonb_to_recordset(${JSON.stringify(back)}::jsonb) as back("productId" uuid, quantity int)
      group by 1
    ), locked as materialized (
      select p.id, p.stock, back.quantity from ${products} p join back on back.id = p.id order by p.id for update of p
    ), ${booked(orderId, { kind: 'RETURN', reason })}
    update ${products} p set stock = locked.stock + locked.quantity from locked where p.id = locked.id`)
}

/**
 * Does what needs stock. When there is too little of a product, and open orders have held some of it for longer than they
 * may, that is given back and it is tried again: nobody is told "sold out" because a job has not come by yet.
 * @param work in a transaction of its own, for it may be done again
 */
export async function pastExpiredHolds<T>(db: Db, now: Date, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const lacking =
      error instanceof Problem && error.code === 'INSUFFICIENT_STOCK' ? error.details['productId'] : null
    if (typeof lacking !== 'string' || !(await giveBackExpired(db, lacking, now))) throw error
    return pastExpiredHolds(db, now, work)
  }
}

/** @returns false when no hold of the product has expired */
async function giveBackExpired(db: Db, productId: string, now: Date): Promise<boolean> {
  const expired = await db
    .select({ orderId: cartReservations.sessionId })
    .from(cartReservations)
    .where(and(eq(cartReservations.productId, productId), lte(cartReservations.expiresAt, now)))
  for (const { orderId } of expired) await releaseStock(db, orderId, now)
  return expired.length > 0
}

/** Orders whose hold has expired, the longest ago first; at most `limit`, so that a backlog is worked off in steps. */
export async function expiredHolds(db: Db, now: Date, limit = 1000): Promise<string[]> {
  const rows = await db
    .select({ orderId: cartReservations.sessionId })
    .from(cartReservations)
    .where(lte(cartReservations.expiresAt, now))
    .groupBy(cartReservations.sessionId)
    .orderBy(min(cartReservations.expiresAt))
    .limit(limit)
  return rows.map(row => row.orderId)
}
