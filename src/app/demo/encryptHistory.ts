import { noteText } from '../../backoffice/notes/service.ts'
import { messageContent } from '../../live/messages/service.ts'
import { decisionReasons, reportContentText } from '../../people/contentReports/content.service.ts'
import type { DataCipher, EncryptedField } from '../../platform/dataCipher.ts'
import type { Tx } from '../../platform/db.ts'
import { supportMessageText } from '../../shop/support/messageText.service.ts'
import type { HistoryRows } from './history/rows.ts'

/** Replaces the texts of the rows as the services do that write them. */
export async function encryptHistory(tx: Tx, cipher: DataCipher, rows: HistoryRows): Promise<void> {
  await encryptRows(tx, cipher, messageContent, rows.messages)
  await encryptRows(tx, cipher, supportMessageText, rows.supportMessages)
  await encryptRows(tx, cipher, reportContentText, rows.contentReports)
  await encryptRows(tx, cipher, decisionReasons, rows.contentDecisions)
  await encryptRows(tx, cipher, noteText, rows.internalNotes)
}

async function encryptRows<Name extends string>(
  tx: Tx,
  cipher: DataCipher,
  field: EncryptedField<Name>,
  rows: ({ id?: string | undefined } & Partial<Record<Name, string | undefined>>)[],
): Promise<void> {
  for (const row of rows) {
    const { id = '', [field.name]: text = '' } = row
    Object.assign(row, await cipher.encrypt(tx, field, id, text))
  }
}
