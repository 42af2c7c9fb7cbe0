import { randomUUIDv7 } from 'node:crypto'
import { sql, type Placeholder, type SQL } from 'drizzle-orm'
import { addresses } from '../../people/addresses/table.ts'
import { isDigital } from '../products/catalog/rules.ts'
import type { HeldProduct } from '../products/stock/service.ts'
import type { Tx } from '../../platform/db/db.ts'
import type { Platform } from '../../platform/platform.ts'
import { precompileStatement } from '../../platform/db/preparedStatements.ts'
import { queryRows } from '../../platform/db/sql.ts'
import { Problem } from '../../wire/problem.ts'
import type { StoredLine } from './lines/kind.service.ts'
import { encryptComments, encryptLineMessage } from './orderText.service.ts'
import type { PickupPoint } from '../shipping/pickup.contract.ts'
import type { OrderPrice } from './price.rules.ts'
import type { VatTerms } from '../../money/vat/contract.ts'
import { fiscalYear } from '../../money/invoices/rules.ts'
import { orderItems, orderNumbers, orderNumberSeries, orders } from './table.ts'

const { placeholder } = sql

/** How many free numbers are generated at a time. */
const NUMBER_BATCH = 500

/**
 * SQL that claims the lowest free number of a year, `2026-000042`, as `number`; no row when there is none. Buyers skip
 * numbers that others are claiming and don't wait for each other; a transaction that rolls back frees its number, so that none
 * stays unused.
 */
const claimOrderNumberSql = (year: Placeholder): SQL => sql`
  delete from ${orderNumbers} where (year, serial) = (
    select year, serial from ${orderNumbers} where year = ${year}::int order by serial for update skip locked limit 1
  ) returning year || '-' || to_char(serial, 'FM999999000000') as number`

async function generateOrderNumbers(tx: Tx, year: number): Promise<void> {
  await tx.execute(sql`
    with series as (
      insert into ${orderNumberSeries} (year, last_serial) values (${year}, ${NUMBER_BATCH})
      on conflict (year) do update set last_serial = ${orderNumberSeries}.last_serial + ${NUMBER_BATCH}
      returning last_serial
    )
    insert into ${orderNumbers} (year, serial)
    select ${year}, serial from series, generate_series(last_serial - ${NUMBER_BATCH} + 1, last_serial) as serial`)
}

export interface NewOrder {
  id: string
  userId: string
  lines: HeldProduct[]
  addressId: string | null
  price: OrderPrice
  comments: string | null
  /** Null when it is brought home. */
  pickupPoint: PickupPoint | null
  /** The terms that were agreed about its VAT. */
  vat: VatTerms
  /** The lines that store more than others, by product: `storeWishes`. */
  stored: ReadonlyMap<string, StoredLine>
}

/**
 * Writes a PENDING order with snapshots of its products and address.
 * @returns `country` of the address, null when nothing is shipped
 * @throws Problem NOT_FOUND for an unknown address or another user's. The caller's transaction must roll back.
 */
export async function placeOrder(
  tx: Tx,
  platform: Pick<Platform, 'dataCipher'>,
  { comments, ...order }: NewOrder,
  now: Date,
) {
  const values = {
    ...order,
    ...(await encryptComments(platform, tx, order.id, comments)),
    items: await buildLines(tx, platform, order),
  }
  let written = await insertOrder(tx, values, now)
  if (!written) {
    await generateOrderNumbers(tx, fiscalYear(now))
    written = await insertOrder(tx, values, now)
  }
  if (!written) throw new Error(`no order number to be had for ${fiscalYear(now)}`)
  if (!written.placed) throw new Problem('NOT_FOUND', { message: 'Dit adres bestaat niet meer.' })
  return { number: written.number, totalAmount: order.price.total, country: written.country }
}

const insertOrderStatement = precompileStatement<
  | 'year'
  | 'id'
  | 'userId'
  | 'addressId'
  | 'total'
  | 'hasTracking'
  | 'tracking'
  | 'shipping'
  | 'promotions'
  | 'comments'
  | 'commentsEncrypted'
  | 'commentsKeyId'
  | 'pickupPoint'
  | 'vat'
  | 'now'
  | 'items'
>(sql`
  with taken as (${claimOrderNumberSql(placeholder('year'))}),
  address as (select * from ${addresses} where id = ${placeholder('addressId')}::uuid and user_id = ${placeholder('userId')}::uuid),
  placed as (
    insert into ${orders} (
      id, number, user_id, total_amount, has_tracking, tracking_cost, shipping_cost, promotions, comments, comments_encrypted, comments_key_id, vat, created_at,
      shipping_first_name, shipping_last_name, shipping_company, shipping_street, shipping_house_number,
      shipping_postal_code, shipping_city, shipping_country, pickup_point
    )
    select
      ${placeholder('id')}::uuid, number, ${placeholder('userId')}::uuid, ${placeholder('total')}::int, ${placeholder('hasTracking')}::boolean,
      ${placeholder('tracking')}::int, ${placeholder('shipping')}::int, ${placeholder('promotions')}::jsonb, ${placeholder('comments')}::text, ${placeholder('commentsEncrypted')}::text, ${placeholder('commentsKeyId')}::int, ${placeholder('vat')}::jsonb, ${placeholder('now')}::timestamptz,
      first_name, last_name, company, street, house_number, postal_code, city, country,
      ${placeholder('pickupPoint')}::jsonb
    from taken left join address on true
    where ${placeholder('addressId')}::uuid is null or address.id is not null
    returning id, shipping_country
  ), kept as (
    insert into ${orderItems} (id, order_id, product_id, quantity, price_per_item, discount, product_name, image_url, is_digital, gift_card, gift_message, gift_message_encrypted, gift_message_key_id, hygiene_sealed, tax_class)
    select item, placed.id, line.id, quantity, price, discount, name, "imageUrl", digital, "giftCard", "giftMessage", "giftMessageEncrypted", "giftMessageKeyId", "hygieneSealed", "taxClass"
    from placed, jsonb_to_recordset(${placeholder('items')}::jsonb)
      as line(item uuid, id uuid, quantity int, price int, discount int, name text, "imageUrl" text, digital boolean, "giftCard" jsonb, "giftMessage" text, "giftMessageEncrypted" text, "giftMessageKeyId" int, "hygieneSealed" boolean, "taxClass" text)
  )
  select taken.number, placed.id as placed, placed.shipping_country as country from taken left join placed on true`)

/** `country`: of the address, null when nothing is shipped. */
type WrittenOrder = { number: string; placed: string | null; country: string | null }

/** The lines as they are stored. */
async function buildLines(
  tx: Tx,
  platform: Pick<Platform, 'dataCipher'>,
  { lines, price, stored }: Omit<NewOrder, 'comments'>,
) {
  // Sorted, because lines are read in id order, and UUIDv7s of one millisecond are in no order.
  const ids = lines.map(() => randomUUIDv7()).sort()
  const items = []
  for (const [index, line] of lines.entries()) {
    const item = ids[index] as string
    const plain = { digital: isDigital(line), giftCard: null, message: null }
    const { message, ...kept } = stored.get(line.id) ?? plain
    items.push({
      item,
      ...kept,
      ...(await encryptLineMessage(platform, tx, item, message)),
      discount: price.lineDiscounts.get(line.id) ?? 0,
      ...line,
    })
  }
  return items
}

type OrderValues = Omit<NewOrder, 'comments'> &
  Awaited<ReturnType<typeof encryptComments>> & { items: Awaited<ReturnType<typeof buildLines>> }

/**
 * Writes the number, the order, its address and its lines in one statement, so that the held stock is locked briefly.
 * @returns nothing when there is no free number; `placed` is null when the address is not the user's
 */
async function insertOrder(tx: Tx, { items, price, ...order }: OrderValues, now: Date) {
  const statement = insertOrderStatement({
    ...order,
    year: fiscalYear(now),
    total: price.total,
    hasTracking: price.isTracked,
    tracking: price.trackingCost,
    shipping: price.shippingCost,
    promotions: price.applied.length > 0 ? JSON.stringify(price.applied) : null,
    pickupPoint: order.pickupPoint ? JSON.stringify(order.pickupPoint) : null,
    vat: JSON.stringify(order.vat),
    now: now.toISOString(),
    items: JSON.stringify(items),
  })
  const [written] = await queryRows<WrittenOrder>(tx, statement)
  return written
}
