import { z } from 'zod'
import type { EncryptedField } from '../../platform/dataCipher.ts'
import { columnsOf } from '../../platform/sql.ts'
import type { ContentReader, EvidenceLine } from './kinds.service.ts'
import { contentAppeals, contentReports } from './table.ts'

export const reportContentText: EncryptedField<'content'> = { table: contentReports, name: 'content' }
export const appealText: EncryptedField<'text'> = { table: contentAppeals, name: 'text' }

/** What is encrypted of a report. */
const StoredContent = z.object({
  text: z.string(),
  evidence: z.array(
    z.object({
      label: z.string(),
      text: z.string(),
      isInternal: z.boolean().optional(),
      image: z.string().optional(),
    }),
  ),
})

export const serializeReport = (text: string, evidence: EvidenceLine[]): string =>
  JSON.stringify({ text, evidence } satisfies z.input<typeof StoredContent>)

/** What was encrypted; what can't be read any more is shown as it is. */
function parseReport(content: string): z.output<typeof StoredContent> {
  if (!content.startsWith('{')) return { text: content, evidence: [] }
  return StoredContent.parse(JSON.parse(content))
}

/** What `readReports` needs of a report. */
export const reportTextColumns = columnsOf(contentReports, 'id', 'content', 'encrypted', 'keyId')

type StoredReport = Pick<typeof contentReports.$inferSelect, 'id' | 'content' | 'encrypted' | 'keyId'>

/** Reports with their explanation and evidence. */
export async function decryptReports<Row extends StoredReport>(
  { db, dataCipher }: ContentReader,
  rows: Row[],
) {
  const readable = await dataCipher.decryptRows(db, reportContentText, rows)
  return readable.map(({ content, ...row }) => ({ ...row, ...parseReport(content) }))
}
