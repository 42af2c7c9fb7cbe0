import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../platform/db/db.ts'
import { isAnyOf, queryRow, sqlTimestamp } from '../../platform/db/sql.ts'
import { setCountedStock } from '../products/stock/ledger.service.ts'
import { digitalCodes, digitalProducts } from './table.ts'

/** Sets the stock of a locked product to the number of its unsold codes. @throws Problem STOCK_RESERVED */
export async function matchStockWithCodes(
  tx: Tx,
  productId: string,
  by: string,
  cause: 'DELIVERED' | 'OTHER',
): Promise<void> {
  const forSale = and(eq(digitalCodes.productId, productId), isNull(digitalCodes.orderItemId))
  await setCountedStock(tx, productId, { stock: await tx.$count(digitalCodes, forSale), by, cause })
}

/**
 * Gives every piece of a line a code, or none. The caller has locked the product or has just sold its stock, which locks it;
 * rows that are locked all the same are skipped, so that two lines never wait for or get one code.
 * @returns false when there are too few
 */
export async function drawCodes(
  tx: Tx,
  { itemId, productId, quantity }: { itemId: string; productId: string; quantity: number },
  now: Date,
): Promise<boolean> {
  const { isWhole } = await queryRow<{ isWhole: boolean }>(
    tx,
    sql`
    with missing as materialized (
      select piece, row_number() over (order by piece) as place
      from generate_series(1, ${quantity}::int) as piece
      where not exists (
        select from ${digitalCodes} c
        where c.order_item_id = ${itemId}::uuid and c.piece = piece.piece and c.voided_at is null
      )
    ), free as materialized (
      select c.id from ${digitalCodes} c
      where c.product_id = ${productId}::uuid and c.order_item_id is null
      order by c.id limit (select count(*) from missing) for update of c skip locked
    ), drawn as materialized (
      select id, row_number() over (order by id) as place from free
      where (select count(*) from free) = (select count(*) from missing)
    ), given as (
      update ${digitalCodes} c
      set order_item_id = ${itemId}::uuid, piece = missing.piece, sold_at = ${sqlTimestamp(now)}
      from drawn join missing using (place) where c.id = drawn.id
      returning c.id
    )
    select (select count(*) from given) = (select count(*) from missing) as "isWhole"`,
  )
  return isWhole
}

/**
 * Takes codes of a line back, those that its buyer has not seen first. An unseen code is for sale again; one that was seen
 * is void, because nobody can know whether it was used.
 * @param quantity how many; null for all
 * @returns how many are for sale again
 */
export async function takeBackCodes(
  tx: Tx,
  itemId: string,
  quantity: number | null,
  now: Date,
): Promise<number> {
  const live = await tx
    .select({ id: digitalCodes.id, seenAt: digitalCodes.seenAt })
    .from(digitalCodes)
    .where(and(eq(digitalCodes.orderItemId, itemId), isNull(digitalCodes.voidedAt)))
    .orderBy(sql`${digitalCodes.seenAt} is not null`, sql`${digitalCodes.piece} desc`)
    .for('update')
  // Sorted again: a row that was locked may have been seen meanwhile.
  const taken = live
    .toSorted((one, other) => Number(one.seenAt !== null) - Number(other.seenAt !== null))
    .slice(0, quantity ?? live.length)
  const unseen = taken.filter(({ seenAt }) => seenAt === null).map(({ id }) => id)
  const seen = taken.filter(({ seenAt }) => seenAt !== null).map(({ id }) => id)
  if (unseen.length > 0)
    await tx
      .update(digitalCodes)
      .set({ orderItemId: null, piece: null, soldAt: null })
      .where(inArray(digitalCodes.id, unseen))
  if (seen.length > 0)
    await tx.update(digitalCodes).set({ voidedAt: now }).where(inArray(digitalCodes.id, seen))
  return unseen.length
}

/** Which of these products deliver codes: their stock is the number of codes, and is not set by hand. */
export async function findProductsWithCodes(db: Db, productIds: string[]): Promise<Set<string>> {
  const found = await db
    .select({ productId: digitalProducts.productId })
    .from(digitalProducts)
    .where(and(isAnyOf(digitalProducts.productId, productIds), eq(digitalProducts.kind, 'CODES')))
  return new Set(found.map(({ productId }) => productId))
}
