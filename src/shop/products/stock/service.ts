import { sql, type SQL } from 'drizzle-orm'
import type { Db, Tx } from '../../../platform/db/db.ts'
import { precompileStatement } from '../../../platform/db/preparedStatements.ts'
import { queryRows } from '../../../platform/db/sql.ts'
import { Problem } from '../../../wire/problem.ts'
import { DuePricesError, isPriceDue } from '../prices/dueSales.service.ts'
import { stockHolds, products, stockEntries } from '../catalog/table.ts'
import { imageUrlSql, isForSaleSql, isGiftCardSql, notForSaleProblem } from '../variants/service.ts'

const { placeholder } = sql

export interface ProductQuantity {
  productId: string
  quantity: number
}

/** A product as it is sold at this moment: the snapshot that an order keeps. */
export type HeldProduct = { quantity: number; isGiftCard: boolean } & Pick<
  typeof products.$inferSelect,
  | 'id'
  | 'categoryId'
  | 'name'
  | 'imageUrl'
  | 'price'
  | 'shippingCost'
  | 'showShippingOptions'
  | 'hygieneSealed'
  | 'hasSexualContent'
  | 'taxClass'
  | 'parentId'
>

/** A requested product with the values of its locked row; all but `id` and `quantity` are null when it is not for sale. */
type LockedProduct = HeldProduct & { available: number | null; isDue: boolean }

const holdStatement = precompileStatement<'wanted' | 'orderId' | 'expiresAt' | 'pricedAt'>(sql`
  with wanted as materialized (
    select (item->>'productId')::uuid as id, sum((item->>'quantity')::int)::int as quantity, min(line) as line
    from jsonb_array_elements(${placeholder('wanted')}::jsonb) with ordinality as items(item, line)
    group by 1
  ), locked as materialized (
    select p.id, p.category_id, p.name, p.price, p.shipping_cost, p.show_shipping_options, p.hygiene_sealed, p.has_sexual_content, p.tax_class, p.parent_id,
      p.stock, p.reserved_stock, p.stock - p.reserved_stock as available, wanted.quantity, ${imageUrlSql('p')} as image_url,
      ${isGiftCardSql('p')} as is_gift_card
    from wanted join ${products} p on p.id = wanted.id
    where ${isForSaleSql('p')}
    order by p.id
    for no key update of p
  ), held as (
    update ${products} p set stock = locked.stock, reserved_stock = locked.reserved_stock + locked.quantity
    from locked
    where p.id = locked.id and locked.available >= locked.quantity
  ), kept as (
    insert into ${stockHolds} (id, session_id, product_id, quantity, expires_at)
    select gen_random_uuid(), ${placeholder('orderId')}::uuid, id, quantity, ${placeholder('expiresAt')}::timestamptz from locked
  )
  select wanted.id, wanted.quantity, available, category_id as "categoryId", name, image_url as "imageUrl", price,
    shipping_cost as "shippingCost", show_shipping_options as "showShippingOptions", hygiene_sealed as "hygieneSealed",
    has_sexual_content as "hasSexualContent", tax_class as "taxClass", parent_id as "parentId",
    is_gift_card as "isGiftCard", ${isPriceDue(sql`wanted.id`, placeholder('pricedAt'))} as "isDue"
  from wanted left join locked on locked.id = wanted.id
  order by wanted.line`)

/**
 * Holds stock for an order, all of it or nothing, in one statement; several lines of one product are summed.
 * Locks the rows in id order, to avoid a deadlock between orders of the same products. Reads the stock from the locked row
 * and writes from it: an `update` first evaluates the row version from before the lock wait, and would miss stock that was
 * released meanwhile, or violate a constraint.
 * @param pricedAt the prices must be those of this time; without it, they don't matter
 * @returns the products in the order in which they were first requested
 * @throws Problem NOT_FOUND for a product that is gone; INSUFFICIENT_STOCK with `productId` and `available`; DuePricesError, for
 * `retryAtPresentPrices`. The caller's transaction must roll back.
 */
export async function holdStock(
  tx: Tx,
  orderId: string,
  wanted: ProductQuantity[],
  expiresAt: Date,
  pricedAt?: Date,
) {
  const values = { wanted: JSON.stringify(wanted), orderId, expiresAt: expiresAt.toISOString() }
  const held = await queryRows<LockedProduct>(
    tx,
    holdStatement({ ...values, pricedAt: pricedAt?.toISOString() ?? null }),
  )
  const due = held.filter(({ isDue }) => isDue).map(({ id }) => id)
  if (due.length > 0) throw new DuePricesError(due)
  const gone = held.filter(({ available }) => available === null).map(({ id }) => id)
  if (gone.length > 0) throw await notForSaleProblem(tx, gone, 'Een product is niet meer te koop.')
  return held.map(assertAvailable)
}

function assertAvailable({ available, isDue: _isDue, ...product }: LockedProduct): HeldProduct {
  const { id: productId } = product
  if (available === null || available < product.quantity)
    throw new Problem('INSUFFICIENT_STOCK', { productId, available: available ?? 0 })
  return product
}

/**
 * Deletes an order's hold and locks its products; the statement that includes this changes the stock. With `expiredBy`,
 * only when the hold has expired by then, because it may have been extended since it was read. All statements lock holds
 * before products, each in id order, to avoid deadlock; and products not for their key, because foreign keys to them are checked
 * in any order.
 */
const deleteHoldSql = (orderId: string, expiredBy?: Date): SQL => sql`
  with mine as materialized (
    select r.id from ${stockHolds} r
    where r.session_id = ${orderId}::uuid and r.expires_at <= ${expiredBy?.toISOString() ?? 'infinity'}::timestamptz
    order by r.id for update of r
  ), gone as (
    delete from ${stockHolds} r using mine where r.id = mine.id returning r.product_id, r.quantity
  ), locked as materialized (
    select p.id, p.stock, p.reserved_stock, gone.quantity
    from ${products} p join gone on gone.product_id = p.id
    order by p.id
    for no key update of p
  )`

interface LedgerEntryOptions {
  kind: 'SALE' | 'RETURN'
  /** Why the units were returned. */
  reason?: StockReturnReason
  /** The common table expression with the products and their quantities. */
  from?: 'locked' | 'shelf'
  /** Selects rows of it; all when left out. */
  where?: SQL
}

/** Part of a statement: inserts a ledger entry for each product that is sold or returned. */
function insertLedgerEntriesSql(
  orderId: string,
  { kind, reason, from = 'locked', where = sql`true` }: LedgerEntryOptions,
): SQL {
  const sign = sql.raw(kind === 'SALE' ? '-' : '+')
  return sql`
  booked as (
    insert into ${stockEntries} (product_id, kind, pieces, stock_after, order_id, reason)
    select id, ${kind}, ${sign} quantity, stock ${sign} quantity, ${orderId}::uuid, ${reason ?? null}
    from ${sql.raw(from)} where ${where}
  )`
}

/** Deletes an order's hold; with `expiredBy`, only if it has expired by then. Does nothing when there is no hold. */
export async function releaseStock(db: Db, orderId: string, expiredBy?: Date): Promise<void> {
  await db.execute(sql`${deleteHoldSql(orderId, expiredBy)}
    update ${products} p set stock = locked.stock, reserved_stock = locked.reserved_stock - locked.quantity
    from locked where p.id = locked.id`)
}

/** A product of which a sale took units; `before` and `after` are its stock, units that are held for others included. */
export interface SoldProduct {
  id: string
  name: string
  before: number
  after: number
}

/**
 * Turns an order's hold into a sale: decreases `stock` and `reservedStock`.
 * @returns null when the order has no hold any more
 */
export async function sellHeldStock(tx: Tx, orderId: string): Promise<SoldProduct[] | null> {
  const statement = sql`${deleteHoldSql(orderId)}, ${insertLedgerEntriesSql(orderId, { kind: 'SALE' })}
    update ${products} p
    set stock = locked.stock - locked.quantity, reserved_stock = locked.reserved_stock - locked.quantity
    from locked where p.id = locked.id
    returning p.id, p.name, locked.stock as before, p.stock as after`
  const sold = await queryRows<SoldProduct>(tx, statement)
  return sold.length > 0 ? sold : null
}

/** Extends an order's hold until `expiresAt`. @returns false when the order has no hold any more */
export async function extendHold(tx: Tx, orderId: string, expiresAt: Date): Promise<boolean> {
  const statement = sql`
    with mine as materialized (
      select r.id from ${stockHolds} r where r.session_id = ${orderId}::uuid order by r.id for update of r
    )
    update ${stockHolds} r set expires_at = ${expiresAt.toISOString()}::timestamptz
    from mine where r.id = mine.id
    returning r.id`
  return (await queryRows(tx, statement)).length > 0
}

/**
 * Sells free stock to an order whose hold is gone, all of it or nothing. Where there is too little, expired holds of other
 * orders are released first, in the same statement. It locks these holds before it knows whether it needs them, because
 * holds must be locked before products.
 * @returns null when there is too little stock
 */
export async function sellAvailableStock(
  tx: Tx,
  orderId: string,
  wanted: ProductQuantity[],
  now: Date,
): Promise<SoldProduct[] | null> {
  const statement = sql`
    with wanted as materialized (
      select "productId" as id, quantity
      from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as wanted("productId" uuid, quantity int)
    ), expired as materialized (
      select r.id, r.session_id, r.product_id from ${stockHolds} r
      where r.expires_at <= ${now.toISOString()}::timestamptz and r.session_id in (
        select h.session_id from ${stockHolds} h join wanted on wanted.id = h.product_id
      )
      order by r.id for update of r
    ), locked as materialized (
      select p.id, p.stock, p.reserved_stock
      from (select id from wanted union select product_id from expired) needed join ${products} p on p.id = needed.id
      order by p.id for no key update of p
    ), over as materialized (
      select expired.id from expired where expired.session_id in (
        select expired.session_id from expired
          join wanted on wanted.id = expired.product_id join locked on locked.id = wanted.id
        where locked.stock - locked.reserved_stock < wanted.quantity
      )
    ), gone as (
      delete from ${stockHolds} r using over where r.id = over.id returning r.product_id as id, r.quantity
    ), free as (
      select id, stock, reserved_stock, coalesce(sum(gone.quantity), 0)::int as pieces
      from locked left join gone using (id) group by id, stock, reserved_stock
    ), shelf as materialized (
      select id, stock, reserved_stock - pieces as reserved_stock, pieces > 0 as is_freed, coalesce(wanted.quantity, 0) as quantity,
        bool_and(stock - reserved_stock + pieces >= coalesce(wanted.quantity, 0)) over () as enough
      from free left join wanted using (id)
    ), ${insertLedgerEntriesSql(orderId, { kind: 'SALE', from: 'shelf', where: sql`enough and quantity > 0` })}
    update ${products} p
    set stock = shelf.stock - case when enough then shelf.quantity else 0 end, reserved_stock = shelf.reserved_stock
    from shelf where p.id = shelf.id and (enough or is_freed)
    returning p.id, p.name, shelf.stock as before, p.stock as after, enough and shelf.quantity > 0 as taken`
  const changed = await queryRows<SoldProduct & { taken: boolean }>(tx, statement)
  const sold = changed.filter(({ taken }) => taken)
  return sold.length === wanted.length ? sold : null
}

/** `cancelled`: the sale no longer counts. `paid back`: the sale still counts, and the units were returned. */
export type StockReturnReason = 'cancelled' | 'paid back'

/** Puts returned or cancelled units of an order back into stock, with RETURN entries, in one statement; none when there are none. */
export async function restockProducts(
  tx: Tx,
  orderId: string,
  back: ProductQuantity[],
  reason: StockReturnReason,
): Promise<void> {
  const units = back.filter(({ quantity }) => quantity > 0)
  if (units.length === 0) return
  await tx.execute(sql`
    with back as (
      select "productId" as id, sum(quantity)::int as quantity
      from jsonb_to_recordset(${JSON.stringify(units, ['productId', 'quantity'])}::jsonb) as back("productId" uuid, quantity int)
      group by 1
    ), locked as materialized (
      select p.id, p.stock, back.quantity from ${products} p join back on back.id = p.id order by p.id for no key update of p
    ), ${insertLedgerEntriesSql(orderId, { kind: 'RETURN', reason })}
    update ${products} p set stock = locked.stock + locked.quantity from locked where p.id = locked.id`)
}
