import { eq } from 'drizzle-orm'
import { recordAuditEntry } from '../../people/audit/service.ts'
import type { Db } from '../../platform/db/db.ts'
import { isAnyOf } from '../../platform/db/sql.ts'
import type { Platform } from '../../platform/platform.ts'
import { readCamt053, type StatementLine } from './camt053.service.ts'
import { lockPayouts, messageIdOf, type PayoutRow, type PayoutSources, returnPayout } from './service.ts'
import { payoutRuns, payouts } from './table.ts'

interface StatementResult {
  paid: number
  returned: number
  /** Movements of payouts that were settled before. */
  known: number
  unknown: StatementLine[]
}

/**
 * Settles payouts by a bank statement: a debit pays, a return gives back. The same statement changes nothing the second time. Locks all payouts
 * first, and returns them in order of their creators, whose accounts a run locks in the same order.
 * @throws Problem INVALID_INPUT for a file that is no statement
 */
export async function settleStatement(
  { db, now }: Pick<Platform, 'db' | 'now'>,
  sources: PayoutSources,
  by: string,
  file: Buffer,
): Promise<StatementResult> {
  const lines = readCamt053(file)
  return db.transaction(async tx => {
    const result: StatementResult = { paid: 0, returned: 0, known: 0, unknown: [] }
    const findMeant = await readMeant(tx, lines)
    const moves = lines.flatMap(line => {
      const meant = findMeant(line)
      if (meant.length === 0) result.unknown.push(line)
      return meant.map(({ id, creatorId }) => ({ line, id, creatorId }))
    })
    const ids = moves.map(({ id }) => id)
    const locked = new Map((await lockPayouts(tx, ids)).map(payout => [payout.id, payout]))
    // A payment and its return may stand in one statement, in any order.
    const orderOf = ({ line, creatorId }: (typeof moves)[number]) => `${Number(line.isReturn)} ${creatorId}`
    for (const { line, id } of moves.toSorted((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1))) {
      const payout = locked.get(id) as PayoutRow
      if (line.isReturn && (await returnPayout(tx, sources, payout, line.reason ?? 'BANK', now()))) {
        locked.set(id, { ...payout, state: 'RETURNED' })
        result.returned += 1
      } else if (!line.isReturn && payout.state === 'FILED') {
        await tx.update(payouts).set({ state: 'PAID', paidAt: now() }).where(eq(payouts.id, id))
        locked.set(id, { ...payout, state: 'PAID' })
        result.paid += 1
      } else result.known += 1
    }
    const details = { ...result, unknown: result.unknown.length }
    await recordAuditEntry(tx, { by, action: 'PAYOUT_STATEMENT_READ', subjectId: 'payouts', details })
    return result
  })
}

const present = (texts: (string | null)[]) => [...new Set(texts.filter(text => text !== null))]

/**
 * Finds the payouts in a file that a movement is about, by reference and amount: one, or those of a run that was booked as one movement.
 * @param lines of the statement, whose payouts are read at once
 */
async function readMeant(
  db: Db,
  lines: readonly StatementLine[],
): Promise<(line: StatementLine) => PayoutRow[]> {
  const references = present(lines.map(({ endToEndId }) => endToEndId))
  const batches = new Set(present(lines.map(({ batchId }) => batchId)))
  const runs = batches.size > 0 ? await db.select({ id: payoutRuns.id }).from(payoutRuns) : []
  const runIds = runs.map(({ id }) => id).filter(id => batches.has(messageIdOf(id)))
  const found = [
    ...(await db.select().from(payouts).where(isAnyOf(payouts.endToEndId, references))),
    ...(await db.select().from(payouts).where(isAnyOf(payouts.runId, runIds))),
  ].filter(({ filedAt }) => filedAt !== null)
  return ({ isDebit, isReturn, endToEndId, batchId, cents }) => {
    if (isDebit === isReturn) return []
    const one = found.find(payout => payout.endToEndId === endToEndId)
    if (one) return one.cents === cents ? [one] : []
    if (isReturn || (endToEndId !== null && endToEndId !== 'NOTPROVIDED')) return []
    const ofRun = new Map(
      found.filter(({ runId }) => messageIdOf(runId) === batchId).map(payout => [payout.id, payout]),
    )
    const all = [...ofRun.values()]
    return all.reduce((sum, payout) => sum + payout.cents, 0) === cents ? all : []
  }
}
