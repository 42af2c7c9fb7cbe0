import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { randomUUIDv7 } from 'node:crypto'
import { recordAuditEntry } from '../../people/audit/service.ts'
import type { Db, Tx } from '../../platform/db.ts'
import type { Platform } from '../../platform/platform.ts'
import { isAnyOf, queryRow, queryRows, sqlTimestamp } from '../../platform/sql.ts'
import { Problem } from '../../wire/problem.ts'
import { retryWithoutExpiredHolds } from '../catalog/expiredHolds.service.ts'
import { setCountedStock } from '../catalog/stockLedger.service.ts'
import { MAX_CODE_LENGTH, MAX_CODES } from './admin.contract.ts'
import { findDigitalContent, lockProduct, setDigitalKind } from './content.service.ts'
import { parseCodes } from './rules.ts'
import { digitalCodes, digitalProducts } from './table.ts'

/**
 * Adds the codes of a file to a product, whose stock becomes the number of its unsold codes.
 * @throws Problem NOT_FOUND; INVALID_INPUT with `fields.file`; CONFLICT when it delivers files; STOCK_RESERVED when more
 * units are held for unpaid orders than it has codes
 */
export async function addCodes(platform: Platform, by: string, productId: string, file: Buffer) {
  const { db, now } = platform
  const { codes, duplicates } = readCodesFile(file)
  const add = () =>
    db.transaction(async tx => {
      await lockProduct(tx, productId)
      await setDigitalKind(tx, productId, 'CODES')
      const count = await insertCodes(tx, productId, codes)
      await matchStockWithCodes(tx, productId, by, 'DELIVERED')
      await recordAuditEntry(tx, {
        by,
        action: 'CODES_ADDED',
        subjectId: productId,
        details: { codes: count },
      })
      return count
    })
  const added = await retryWithoutExpiredHolds(db, now(), add)
  const skipped = codes.length - added + duplicates
  return { added, skipped, content: await findDigitalContent(db, productId) }
}

const invalidFile = (message: string) => new Problem('INVALID_INPUT', { message, fields: { file: message } })

function readCodesFile(file: Buffer) {
  let text
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(file)
  } catch {
    throw invalidFile('Dit is geen tekstbestand. Bewaar het als “CSV UTF-8” en probeer het opnieuw.')
  }
  if (text.includes('\0')) throw invalidFile('Dit is geen tekstbestand.')
  const parsed = parseCodes(text, MAX_CODE_LENGTH)
  if (parsed.tooLong !== null)
    throw invalidFile(`De code op regel ${parsed.tooLong} is langer dan ${MAX_CODE_LENGTH} tekens.`)
  if (parsed.codes.length === 0) throw invalidFile('Er staan geen codes in dit bestand.')
  if (parsed.codes.length > MAX_CODES)
    throw invalidFile(`Importeer hoogstens ${MAX_CODES.toLocaleString('nl-NL')} codes tegelijk.`)
  return parsed
}

/** @returns how many the product did not have yet */
async function insertCodes(tx: Tx, productId: string, codes: string[]): Promise<number> {
  // Sorted, because codes are sold in id order, and UUIDv7s of one millisecond are in no order.
  const ids = codes.map(() => randomUUIDv7()).sort()
  const rows = codes.map((code, index) => ({ id: ids[index], code }))
  const inserted = await queryRows(
    tx,
    sql`insert into ${digitalCodes} (id, product_id, code)
      select id, ${productId}::uuid, code from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as new(id uuid, code text)
      on conflict (product_id, code) do nothing
      returning id`,
  )
  return inserted.length
}

/**
 * Removes the codes of a product that were never sold.
 * @throws Problem NOT_FOUND; STOCK_RESERVED with `reservedStock` when some are held for unpaid orders
 */
export const deleteUnsoldCodes = ({ db, now }: Platform, by: string, productId: string): Promise<void> =>
  retryWithoutExpiredHolds(db, now(), () =>
    db.transaction(async tx => {
      await lockProduct(tx, productId)
      const gone = await tx
        .delete(digitalCodes)
        .where(and(eq(digitalCodes.productId, productId), isNull(digitalCodes.orderItemId)))
        .returning({ id: digitalCodes.id })
      if (gone.length === 0) return
      await matchStockWithCodes(tx, productId, by, 'OTHER')
      const details = { codes: gone.length }
      await recordAuditEntry(tx, { by, action: 'CODES_REMOVED', subjectId: productId, details })
    }),
  )

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
