import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { DataCipher, EncryptedField } from './dataCipher.ts'
import type { Db, Tx } from '../db/db.ts'

/** The columns of an encrypted text that may be missing: of `remark` also `remarkEncrypted` and `remarkKeyId`. */
export type OptionalTextColumns<Name extends string> = Record<Name, string | null> &
  Record<`${Name}Encrypted`, string | null> &
  Record<`${Name}KeyId`, number | null>

/** A text of a table that has several, or that may be missing. */
export interface OptionalTextField<Name extends string = string> extends EncryptedField<Name> {
  columns: { encrypted: `${Name}Encrypted`; keyId: `${Name}KeyId` }
}

export const optionalTextField = <Name extends string>(
  table: PgTable & Record<'id' | Name | `${Name}Encrypted` | `${Name}KeyId`, AnyPgColumn>,
  name: Name,
): OptionalTextField<Name> => ({
  table,
  name,
  columns: { encrypted: `${name}Encrypted`, keyId: `${name}KeyId` },
})

/** The stored values without a text, and of an erased one. */
export const withoutText = <Name extends string>({ name }: OptionalTextField<Name>) =>
  ({ [name]: null, [`${name}Encrypted`]: null, [`${name}KeyId`]: null }) as Record<
    Name | `${Name}Encrypted` | `${Name}KeyId`,
    null
  >

/** The columns of a text; no statement without one. */
export async function encryptOptionalText<Name extends string>(
  dataCipher: DataCipher,
  tx: Tx,
  field: OptionalTextField<Name>,
  { id, text }: { id: string; text: string | null | undefined },
): Promise<OptionalTextColumns<Name>> {
  if (!text) return withoutText(field)
  const { encrypted, keyId, ...plain } = await dataCipher.encrypt(tx, field, id, text)
  const { columns } = field
  return {
    ...plain,
    [columns.encrypted]: encrypted,
    [columns.keyId]: keyId,
  } as unknown as OptionalTextColumns<Name>
}

/** Rows with their texts. */
export async function decryptOptionalTexts<Name extends string, Row extends { id: string }>(
  dataCipher: DataCipher,
  db: Db,
  field: OptionalTextField<Name>,
  rows: readonly (Row & OptionalTextColumns<Name>)[],
): Promise<Omit<Row, `${Name}Encrypted` | `${Name}KeyId`>[]> {
  const { encrypted, keyId } = field.columns
  const stored = rows.map(({ [encrypted]: ciphertext, [keyId]: key, ...row }) => ({
    ...row,
    encrypted: ciphertext,
    keyId: key,
  }))
  const readable: unknown = await dataCipher.decryptRows(db, field, stored as never)
  return readable as Omit<Row, `${Name}Encrypted` | `${Name}KeyId`>[]
}
