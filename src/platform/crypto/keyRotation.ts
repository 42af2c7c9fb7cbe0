import { getTableName, sql, type SQL } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import { setTimeout as pause } from 'node:timers/promises'
import { decryptText, encryptText } from './authenticatedEncryption.ts'
import { ENCRYPTED_PLACEHOLDER } from '../db/columns.ts'
import { FOREIGN_KEY_VIOLATION, unwrapDatabaseError } from '../db/databaseErrors.ts'
import type { Db } from '../db/db.ts'
import { queryRows } from '../db/sql.ts'
import { dataKeys } from '../db/table.ts'
import { contextOf, type EncryptedField, type KeysById } from './dataCipher.ts'
import { createDataKey, type DataKey, type KeyWrapper, unwrapDataKey } from './dataKeys.ts'

/** Rows of one transaction, which are locked until it ends. */
const BATCH_SIZE = 500
/** In milliseconds: before rows that others have locked are tried again. */
const LOCKED_PAUSE_MS = 50

export interface RotationResult {
  /** How many texts were encrypted with the new key, in this run. */
  texts: number
  /** Texts that can't be decrypted; they stay as they are. */
  unreadable: number
  /** How many keys nothing used any more. */
  removedKeys: number
}

interface Rotation {
  db: Db
  wrapper: KeyWrapper
  now: Date
}

/**
 * Makes a new key, encrypts all texts with it, in batches while the shop serves, and removes the keys before it. A run that was broken off is
 * continued by the next. Texts that are written meanwhile with an older key keep that key until they have been found.
 * @param fields all that are encrypted
 */
export async function rotateDataKeys(
  rotation: Rotation,
  fields: readonly EncryptedField[],
): Promise<RotationResult> {
  const { db, wrapper } = rotation
  const newest = await beginRotation(rotation)
  const result: RotationResult = { texts: 0, unreadable: 0, removedKeys: 0 }
  const older = await findOlderKeys(db, wrapper, newest.id)
  for (;;) {
    const before = result.texts
    result.unreadable = 0
    for (const field of fields) {
      const done = await encryptField(db, field, newest, older)
      result.texts += done.texts
      result.unreadable += done.unreadable
    }
    const removed = await removeUnusedKeys(db, newest.id)
    result.removedKeys += removed.keys
    // Unreadable texts keep their keys.
    if (removed.isComplete || (result.unreadable > 0 && result.texts === before)) return result
  }
}

/** The key of a rotation that was broken off, else a new one. */
const beginRotation = ({ db, wrapper, now }: Rotation): Promise<DataKey> =>
  db.transaction(async tx => {
    await tx.execute(sql`lock table ${dataKeys} in share row exclusive mode`)
    const [newest, ...older] = await tx
      .select()
      .from(dataKeys)
      .orderBy(sql`${dataKeys.id} desc`)
    const key = newest && unwrapDataKey(wrapper, newest)
    const isUnfinished = newest?.isRotation && older.some(each => unwrapDataKey(wrapper, each))
    if (key && isUnfinished) return { id: newest.id, key }
    return createDataKey(tx, wrapper, now, { isRotation: true })
  })

async function findOlderKeys(db: Db, wrapper: KeyWrapper, newestId: number): Promise<KeysById> {
  const rows = await db
    .select()
    .from(dataKeys)
    .where(sql`${dataKeys.id} <= ${newestId}`)
  return new Map(rows.map(row => [row.id, unwrapDataKey(wrapper, row)]))
}

interface StoredText {
  id: string
  plain: string
  encrypted: string | null
  keyId: number | null
}

/** Encrypts all texts of a field that have an older key, or none. */
async function encryptField(db: Db, field: EncryptedField, newest: DataKey, keys: KeysById) {
  const unreadable: string[] = []
  let texts = 0
  for (;;) {
    const batch = await encryptBatch(db, field, newest, { keys, unreadable })
    texts += batch.encrypted
    unreadable.push(...batch.unreadable)
    if (batch.encrypted + batch.unreadable.length > 0) continue
    if (!(await hasOldTexts(db, field, newest.id, unreadable)))
      return { texts, unreadable: unreadable.length }
    await pause(LOCKED_PAUSE_MS)
  }
}

const columnOf = (name: string): SQL => sql`${sql.identifier(toSnakeCase(name))}`

const columnsOf = ({ name, columns = { encrypted: 'encrypted', keyId: 'keyId' } }: EncryptedField) => ({
  plain: columnOf(name),
  encrypted: columnOf(columns.encrypted),
  keyId: columnOf(columns.keyId),
  /** The key of an export and the code of a gift card, which are in the column itself, are never plain. */
  isNeverPlain: name === columns.encrypted,
})

/** Without those that were found to be unreadable. */
const isOld = (field: EncryptedField, newestId: number, unreadable: string[]): SQL => {
  const { plain, keyId, isNeverPlain } = columnsOf(field)
  return sql`
  (${keyId} < ${newestId} ${isNeverPlain ? sql`` : sql`or (${keyId} is null and ${plain} is not null)`})
  and id <> all(array(select jsonb_array_elements_text(${JSON.stringify(unreadable)}::jsonb)::uuid))`
}

async function hasOldTexts(db: Db, field: EncryptedField, newestId: number, unreadable: string[]) {
  const where = isOld(field, newestId, unreadable)
  const rows = await queryRows(db, sql`select from ${field.table} where ${where} limit 1`)
  return rows.length > 0
}

/** Encrypts some rows that nobody else has locked. */
const encryptBatch = (
  db: Db,
  field: EncryptedField,
  newest: DataKey,
  { keys, unreadable }: { keys: KeysById; unreadable: string[] },
): Promise<{ encrypted: number; unreadable: string[] }> =>
  db.transaction(async tx => {
    const { plain, encrypted, keyId, isNeverPlain } = columnsOf(field)
    const rows = await queryRows<StoredText>(
      tx,
      sql`select id, ${plain} as plain, ${encrypted} as encrypted, ${keyId} as "keyId" from ${field.table}
        where ${isOld(field, newest.id, unreadable)} limit ${BATCH_SIZE} for update skip locked`,
    )
    const texts = rows.map(row => ({ id: row.id, text: readText(field, row, keys) }))
    const readable = texts.flatMap(({ id, text }) =>
      text === null
        ? []
        : [{ id, encrypted: encryptText(newest.key, text, contextOf(field, id, newest.id)) }],
    )
    await tx.execute(sql`
      update ${field.table} set
        ${isNeverPlain ? sql`` : sql`${plain} = ${ENCRYPTED_PLACEHOLDER},`}
        ${encrypted} = done.encrypted, ${keyId} = ${newest.id}
      from jsonb_to_recordset(${JSON.stringify(readable)}::jsonb) as done(id uuid, encrypted text)
      where ${sql.identifier(getTableName(field.table))}.id = done.id`)
    return {
      encrypted: readable.length,
      unreadable: texts.flatMap(({ id, text }) => (text === null ? [id] : [])),
    }
  })

function readText(field: EncryptedField, row: StoredText, keys: KeysById): string | Buffer | null {
  const isPlain = !columnsOf(field).isNeverPlain && row.plain !== ENCRYPTED_PLACEHOLDER
  if (isPlain || row.encrypted === null || row.keyId === null) return row.plain
  const key = keys.get(row.keyId)
  return key ? decryptText(key, row.encrypted, contextOf(field, row.id, row.keyId)) : null
}

/** Foreign keys refuse to remove one that a text was written with meanwhile. @returns whether no other key is left */
async function removeUnusedKeys(db: Db, newestId: number): Promise<{ keys: number; isComplete: boolean }> {
  const older = await db
    .select({ id: dataKeys.id })
    .from(dataKeys)
    .where(sql`${dataKeys.id} < ${newestId}`)
  let keys = 0
  for (const { id } of older) {
    try {
      await db.delete(dataKeys).where(sql`${dataKeys.id} = ${id}`)
      keys += 1
    } catch (error) {
      if (unwrapDatabaseError(error).code !== FOREIGN_KEY_VIOLATION) throw error
    }
  }
  return { keys, isComplete: keys === older.length }
}
