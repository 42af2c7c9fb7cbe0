import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { EncryptedField } from '../../platform/dataCipher.ts'
import type { Db } from '../../platform/db.ts'
import type { Platform } from '../../platform/platform.ts'
import { columnsOf } from '../../platform/sql.ts'
import { mails } from '../../platform/table.ts'
import { ANSWER_PLACEHOLDER, contactAnsweredMail } from './contract.ts'
import { supportMessages } from './table.ts'

/** What reading encrypted texts needs; `db` may be a transaction. */
export type Reader = Pick<Platform, 'db' | 'dataCipher'>

export const supportMessageText: EncryptedField<'text'> = { table: supportMessages, name: 'text' }

/** What `decryptRows` needs of a message. */
export const textColumns = columnsOf(supportMessages, 'id', 'text', 'encrypted', 'keyId')

/** A mailed message of the shop. @returns null when it was erased since */
export async function readMessageText({ db, dataCipher }: Reader, messageId: string): Promise<string | null> {
  const found = await db.select(textColumns).from(supportMessages).where(eq(supportMessages.id, messageId))
  const [message] = await dataCipher.decryptRows(db, supportMessageText, found)
  return message?.text ?? null
}

/** Removes the answers that mails of before repeat, once they are sent. */
export async function removeMailedAnswers(db: Db): Promise<void> {
  const text = JSON.stringify({ text: ANSWER_PLACEHOLDER })
  await db
    .update(mails)
    .set({ props: sql`${mails.props} || ${text}::jsonb` })
    .where(
      and(
        eq(mails.template, contactAnsweredMail.name),
        isNotNull(mails.sentAt),
        sql`${mails.props} ->> 'text' <> ${ANSWER_PLACEHOLDER}`,
      ),
    )
}
