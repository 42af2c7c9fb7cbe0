import type { Platform } from '../../../platform/platform.ts'
import { recordAuditEntry } from '../../../people/audit/service.ts'
import { retryWithoutExpiredHolds } from '../../products/stock/expiredHolds.service.ts'
import { Problem } from '../../../wire/problem.ts'
import { parseCodes } from '../rules.ts'
import { MAX_CODE_LENGTH, MAX_CODES } from './contract.ts'
import type { Tx } from '../../../platform/db/db.ts'
import { randomUUIDv7 } from 'node:crypto'
import { queryRows } from '../../../platform/db/sql.ts'
import { sql, and, eq, isNull } from 'drizzle-orm'
import { digitalCodes } from '../table.ts'
import { matchStockWithCodes } from '../codes.service.ts'
import { lockProduct, setDigitalKind, findDigitalContent } from './content.service.ts'

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
