import { and, eq, inArray } from 'drizzle-orm'
import { recordAuditEntry } from '../../people/audit/service.ts'
import type { Tx } from '../../platform/db/db.ts'
import type { Platform } from '../../platform/platform.ts'
import { readCamt053, type StatementLine } from './camt053.service.ts'
import { lockPayouts, type PayoutSources, returnPayout } from './service.ts'
import { payoutRuns, payouts } from './table.ts'

export interface StatementResult {
  paid: number
  returned: number
  /** Movements of payouts that were settled before. */
  known: number
  unknown: Pick<StatementLine, 'isDebit' | 'cents' | 'day' | 'endToEndId'>[]
}

/**
 * Settles payouts by a bank statement: a debit pays, a return gives back. The same statement changes nothing the second time.
 * @throws Problem INVALID_INPUT for a file that is no statement
 */
export const settleStatement = (
  { db, now }: Pick<Platform, 'db' | 'now'>,
  sources: PayoutSources,
  by: string,
  file: Buffer,
): Promise<StatementResult> => {
  const lines = readCamt053(file)
  return db.transaction(async tx => {
    const result: StatementResult = { paid: 0, returned: 0, known: 0, unknown: [] }
    // A payment and its return may stand in one statement, in any order.
    for (const line of lines.toSorted((a, b) => Number(a.isReturn) - Number(b.isReturn))) {
      const ids = await findMeant(tx, line)
      if (ids.length === 0) result.unknown.push(line)
      for (const payout of await lockPayouts(tx, ids)) {
        if (line.isReturn) {
          const isNew = await returnPayout(tx, sources, payout, line.reason ?? 'BANK', now())
          result[isNew ? 'returned' : 'known'] += 1
        } else {
          const isNew = payout.state === 'FILED'
          if (isNew)
            await tx.update(payouts).set({ state: 'PAID', paidAt: now() }).where(eq(payouts.id, payout.id))
          result[isNew ? 'paid' : 'known'] += 1
        }
      }
    }
    const { unknown, ...counts } = result
    const details = { ...counts, unknown: unknown.length }
    await recordAuditEntry(tx, { by, action: 'PAYOUT_STATEMENT_READ', subjectId: 'payouts', details })
    return result
  })
}

/** The payouts in a file that a movement is about, by reference and amount: one, or those of a run that was booked as one. */
async function findMeant(
  tx: Tx,
  { isDebit, isReturn, endToEndId, batchId, cents }: StatementLine,
): Promise<string[]> {
  if (isDebit === isReturn) return []
  if (endToEndId !== null && endToEndId !== 'NOTPROVIDED') {
    const isIt = and(eq(payouts.endToEndId, endToEndId), eq(payouts.cents, cents))
    const found = await tx.select({ id: payouts.id, filedAt: payouts.filedAt }).from(payouts).where(isIt)
    return found.flatMap(({ id, filedAt }) => (filedAt ? [id] : []))
  }
  if (batchId === null || isReturn) return []
  const filed = await tx.select({ id: payoutRuns.id }).from(payoutRuns).where(eq(payoutRuns.state, 'FILED'))
  const run = filed.find(({ id }) => id.replaceAll('-', '') === batchId)
  if (!run) return []
  const states = inArray(payouts.state, ['FILED', 'PAID', 'RETURNED'])
  const all = await tx
    .select()
    .from(payouts)
    .where(and(eq(payouts.runId, run.id), states))
  const inFile = all.filter(({ filedAt }) => filedAt !== null)
  return inFile.reduce((sum, payout) => sum + payout.cents, 0) === cents ? inFile.map(({ id }) => id) : []
}
