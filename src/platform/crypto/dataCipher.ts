import { getTableName } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import { toSnakeCase } from 'drizzle-orm/casing'
import { decryptText, encryptText } from './authenticatedEncryption.ts'
import { ENCRYPTED_PLACEHOLDER } from '../db/columns.ts'
import { unwrapDataKey, getEncryptionKey, type KeyWrapper } from './dataKeys.ts'
import type { Db, Tx } from '../db/db.ts'
import type { Log } from '../telemetry/log.ts'
import { dataKeys } from '../db/table.ts'

/** A column whose texts are encrypted, in a table with the columns of `encryptedText`. */
export interface EncryptedField<Name extends string = string> {
  table: PgTable & Record<'id', AnyPgColumn>
  /** The column of the text. */
  name: Name
  /** The columns of its ciphertext and key, in a table with several texts; else `encrypted` and `keyId`. */
  columns?: { encrypted: string; keyId: string }
}

/** The stored columns of a text. */
interface EncryptedColumns {
  encrypted: string
  keyId: number
}

/** A row as it is stored: not encrypted when it has no key; without a text when that is null. */
type StoredRow<Name extends string> = { id: string; encrypted: string | null; keyId: number | null } & Record<
  Name,
  string | null
>

type ReadableRow<Row> = Omit<Row, 'encrypted' | 'keyId'>

/** Instead of a text whose key is lost, or that was changed or taken from another row. */
export const UNREADABLE = 'Deze tekst is niet meer te lezen.'

/** Encrypts texts before they are stored, each bound to its row, and reads them. */
export interface DataCipher {
  /** @returns the columns of a row; its key can't be removed until the transaction ends */
  encrypt<Name extends string>(
    tx: Tx,
    field: EncryptedField<Name>,
    id: string,
    text: string,
  ): Promise<EncryptedColumns & Record<Name, string>>
  /** Rows with their texts. Asks the database only for keys that this node does not know yet. */
  decryptRows<Name extends string, Row extends StoredRow<Name>>(
    db: Db,
    field: EncryptedField<Name>,
    rows: readonly Row[],
  ): Promise<ReadableRow<Row>[]>
  /** One text. @returns null when it can't be decrypted, which is logged */
  decrypt(
    db: Db,
    field: EncryptedField,
    row: { id: string; encrypted: string; keyId: number },
  ): Promise<string | null>
}

/** Null for a key that can't be decrypted. */
export type KeysById = ReadonlyMap<number, Buffer | null>

/** The context that a text is bound to. */
export const contextOf = ({ table, name }: EncryptedField, id: string, keyId: number) => [
  getTableName(table),
  toSnakeCase(name),
  id,
  keyId,
]

export function createDataCipher(wrapper: KeyWrapper, log: Log, now: () => Date): DataCipher {
  /** As many as the table had when it was read last. */
  let known: KeysById = new Map()
  const findKeys = async (db: Db, ids: (number | null)[]): Promise<KeysById> => {
    if (ids.every(id => id === null || known.has(id))) return known
    const rows = await db.select().from(dataKeys)
    const keys = new Map(rows.map(row => [row.id, unwrapDataKey(wrapper, row)]))
    known = keys
    // Not `known`, which another read may have replaced meanwhile.
    return keys
  }
  const decryptWith = (
    keys: KeysById,
    field: EncryptedField,
    { id, encrypted, keyId }: { id: string; encrypted: string; keyId: number },
  ): string | null => {
    const key = keys.get(keyId)
    const text = key ? decryptText(key, encrypted, contextOf(field, id, keyId)) : null
    if (text) return text.toString()
    log.error({ table: getTableName(field.table), id, keyId, hasKey: Boolean(key) }, 'a text is unreadable')
    return null
  }
  return {
    async encrypt(tx, field, id, text) {
      const { id: keyId, key } = await getEncryptionKey(tx, wrapper, now())
      const encrypted = encryptText(key, text, contextOf(field, id, keyId))
      const columns = { [field.name]: ENCRYPTED_PLACEHOLDER, encrypted, keyId }
      return columns as EncryptedColumns & Record<typeof field.name, string>
    },
    async decryptRows(db, field, rows) {
      const keys = await findKeys(
        db,
        rows.map(({ keyId }) => keyId),
      )
      return rows.map(({ encrypted, keyId, ...row }) => {
        // Any other text in its column was put there by the version before.
        const isPlain = (row as Record<string, unknown>)[field.name] !== ENCRYPTED_PLACEHOLDER
        if (isPlain || encrypted === null || keyId === null) return row
        return {
          ...row,
          [field.name]: decryptWith(keys, field, { id: row.id, encrypted, keyId }) ?? UNREADABLE,
        }
      })
    },
    decrypt: async (db, field, row) => decryptWith(await findKeys(db, [row.keyId]), field, row),
  }
}
