import { eq } from 'drizzle-orm'
import type { EncryptedField } from '../../platform/crypto/dataCipher.ts'
import {
  decryptOptionalTexts,
  optionalTextField,
  type OptionalTextColumns,
} from '../../platform/crypto/optionalText.ts'
import type { Platform } from '../../platform/platform.ts'
import { columnsOf } from '../../platform/db/sql.ts'
import { redactLinks } from './rules.ts'
import { withdrawalLines, withdrawals } from './table.ts'

/** The parts of the platform that reading encrypted texts needs; `db` may be a transaction. */
export type Reader = Pick<Platform, 'db' | 'dataCipher'>

/** The remark of the customer. */
export const withdrawalRemark = optionalTextField(withdrawals, 'remark')
/** The answer of the shop. */
export const withdrawalAnswer = optionalTextField(withdrawals, 'answer')
/** The note of the shop about a line. */
export const withdrawalNote: EncryptedField<'note'> = { table: withdrawalLines, name: 'note' }

type TextColumns = OptionalTextColumns<'remark'> & OptionalTextColumns<'answer'>

/** Withdrawals with their texts. */
export async function decryptWithdrawals<Row extends { id: string } & TextColumns>(
  { db, dataCipher }: Reader,
  rows: readonly Row[],
) {
  const remarked = await decryptOptionalTexts(dataCipher, db, withdrawalRemark, rows)
  return decryptOptionalTexts(dataCipher, db, withdrawalAnswer, remarked as never[]) as Promise<
    Omit<Row, 'remarkEncrypted' | 'remarkKeyId' | 'answerEncrypted' | 'answerKeyId'>[]
  >
}

interface StoredNote {
  /** Null without a decision. */
  id: string | null
  note: string | null
  encrypted: string | null
  keyId: number | null
}

/** Lines with the notes of the shop. */
export async function decryptNotes<Line extends StoredNote>(
  { db, dataCipher }: Reader,
  lines: readonly Line[],
) {
  const named = lines.map(line => ({ ...line, id: line.id ?? '' }))
  const readable = await dataCipher.decryptRows(db, withdrawalNote, named)
  return readable.map(({ id: _id, ...line }) => line)
}

/** Reads the text of a withdrawal, for a mail about it; null when it was erased. */
export async function readWithdrawalText(
  reader: Reader,
  withdrawalId: string,
  part: 'remark' | 'answer',
): Promise<string | null> {
  const found = await reader.db.select().from(withdrawals).where(eq(withdrawals.id, withdrawalId))
  const [withdrawal] = await decryptWithdrawals(reader, found)
  // Nobody can have the shop mail a link to someone else.
  return part === 'answer'
    ? (withdrawal?.answer ?? null)
    : withdrawal?.remark
      ? redactLinks(withdrawal.remark)
      : null
}

/** Reads the note of the shop about a line, for the mail about it; null when it was erased. */
export async function readWithdrawalNote(reader: Reader, lineId: string): Promise<string | null> {
  const found = await reader.db
    .select(columnsOf(withdrawalLines, 'id', 'note', 'encrypted', 'keyId'))
    .from(withdrawalLines)
    .where(eq(withdrawalLines.id, lineId))
  const [line] = await decryptNotes(reader, found)
  return line?.note ?? null
}
