import { eq } from 'drizzle-orm'
import type { EncryptedField } from '../../platform/crypto/dataCipher.ts'
import type { Platform } from '../../platform/platform.ts'
import { columnsOf } from '../../platform/db/sql.ts'
import { supportMessages } from './table.ts'

/** The parts of the platform that reading encrypted texts needs; `db` may be a transaction. */
export type Reader = Pick<Platform, 'db' | 'dataCipher'>

export const supportMessageText: EncryptedField<'text'> = { table: supportMessages, name: 'text' }

/** The columns of a message that `decryptRows` needs. */
export const textColumns = columnsOf(supportMessages, 'id', 'text', 'encrypted', 'keyId')

/** A mailed message of the shop. @returns null when it was erased since */
export async function readMessageText({ db, dataCipher }: Reader, messageId: string): Promise<string | null> {
  const found = await db.select(textColumns).from(supportMessages).where(eq(supportMessages.id, messageId))
  const [message] = await dataCipher.decryptRows(db, supportMessageText, found)
  return message?.text ?? null
}
