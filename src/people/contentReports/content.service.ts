import { asc, eq } from 'drizzle-orm'
import { z } from 'zod'
import type { EncryptedField } from '../../platform/crypto/dataCipher.ts'
import { columnsOf } from '../../platform/db/sql.ts'
import type { ContentReader, EvidenceLine } from './kinds.service.ts'
import { contentAppeals, contentDecisions, contentReports } from './table.ts'

export const reportContentText: EncryptedField<'content'> = { table: contentReports, name: 'content' }
export const decisionReasons: EncryptedField<'reasons'> = { table: contentDecisions, name: 'reasons' }
export const appealText: EncryptedField<'text'> = { table: contentAppeals, name: 'text' }

/** The encrypted part of a report. */
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

/** Decrypts a report; a text that can't be read any more is shown as it is. */
function parseReport(content: string): z.output<typeof StoredContent> {
  if (!content.startsWith('{')) return { text: content, evidence: [] }
  return StoredContent.parse(JSON.parse(content))
}

/** The columns of a report that `readReports` needs. */
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

/** The decisions of a case, the first one first. */
export async function findDecisions({ db, dataCipher }: ContentReader, caseId: string) {
  const found = await db
    .select()
    .from(contentDecisions)
    .where(eq(contentDecisions.caseId, caseId))
    .orderBy(asc(contentDecisions.isOnAppeal))
  return dataCipher.decryptRows(db, decisionReasons, found)
}

/** The reasons of a decision, for its mails; null when they were erased. */
export async function readDecisionReasons(
  { db, dataCipher }: ContentReader,
  decisionId: string,
): Promise<string | null> {
  const found = await db
    .select(columnsOf(contentDecisions, 'id', 'reasons', 'encrypted', 'keyId'))
    .from(contentDecisions)
    .where(eq(contentDecisions.id, decisionId))
  const [decision] = await dataCipher.decryptRows(db, decisionReasons, found)
  return decision?.reasons ?? null
}
