import { eq, sql } from 'drizzle-orm'
import { ENCRYPTED_PLACEHOLDER } from '../../platform/columns.ts'
import type { EncryptedField } from '../../platform/dataCipher.ts'
import type { Db } from '../../platform/db.ts'
import {
  decryptOptionalTexts,
  optionalTextField,
  type OptionalTextColumns,
} from '../../platform/optionalText.ts'
import type { Platform } from '../../platform/platform.ts'
import { columnsOf } from '../../platform/sql.ts'
import { mails } from '../../platform/table.ts'
import { withdrawalAnsweredMail, withdrawalDecidedMail, withdrawalReceivedMail } from './contract.ts'
import { redactLinks } from './rules.ts'
import { withdrawalLines, withdrawals } from './table.ts'

/** What reading encrypted texts needs; `db` may be a transaction. */
export type Reader = Pick<Platform, 'db' | 'dataCipher'>

/** What the customer wrote. */
export const withdrawalRemark = optionalTextField(withdrawals, 'remark')
/** What the shop answered. */
export const withdrawalAnswer = optionalTextField(withdrawals, 'answer')
/** What the shop says of a line. */
export const withdrawalNote: EncryptedField<'note'> = { table: withdrawalLines, name: 'note' }

type TextColumns = OptionalTextColumns<'remark'> & OptionalTextColumns<'answer'>

/** Withdrawals with what was written. */
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
  /** Null without a decision, and in rows of before. */
  id: string | null
  note: string | null
  encrypted: string | null
  keyId: number | null
}

/** Lines with what the shop says of them. */
export async function decryptNotes<Line extends StoredNote>(
  { db, dataCipher }: Reader,
  lines: readonly Line[],
) {
  const named = lines.map(line => ({ ...line, id: line.id ?? '' }))
  const readable = await dataCipher.decryptRows(db, withdrawalNote, named)
  return readable.map(({ id: _id, ...line }) => line)
}

/** What was written, for a mail about it; null when it was erased. */
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

/** What the shop says of a line, for the mail about it; null when it was erased. */
export async function readWithdrawalNote(reader: Reader, lineId: string): Promise<string | null> {
  const found = await reader.db
    .select(columnsOf(withdrawalLines, 'id', 'note', 'encrypted', 'keyId'))
    .from(withdrawalLines)
    .where(eq(withdrawalLines.id, lineId))
  const [line] = await decryptNotes(reader, found)
  return line?.note ?? null
}

/** Gives notes of before what they are bound to when they are encrypted. */
export async function nameNotes(db: Db): Promise<void> {
  await db.execute(sql`
    update ${withdrawalLines} set id = gen_random_uuid() where id is null and note is not null`)
}

/** Removes what mails of before repeat, once they are sent. */
export async function removeMailedWithdrawalTexts(db: Db): Promise<void> {
  const isOld = sql`sent_at is not null and not props ? 'withdrawalId'`
  const hidden = sql`jsonb_build_object('remark', ${ENCRYPTED_PLACEHOLDER}::text)`
  await db.execute(sql`
    update ${mails} set props = props || ${hidden}
    where template = ${withdrawalReceivedMail.name} and ${isOld} and props ->> 'remark' <> ${ENCRYPTED_PLACEHOLDER}`)
  await db.execute(sql`
    update ${mails} set props = props || jsonb_build_object('answer', ${ENCRYPTED_PLACEHOLDER}::text)
    where template = ${withdrawalAnsweredMail.name} and ${isOld} and props ->> 'answer' <> ${ENCRYPTED_PLACEHOLDER}`)
  await db.execute(sql`
    update ${mails} set props = jsonb_set(props, '{refused}', (
      select jsonb_agg(line || '{"note": null}') from jsonb_array_elements(props -> 'refused') as line
    ))
    where template = ${withdrawalDecidedMail.name} and ${isOld}
      and jsonb_path_exists(props, '$.refused[*].note ? (@ != null)')`)
}
