import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { recordAuditEntry } from '../../people/audit/service.ts'
import { orderItems } from '../orders/table.ts'
import type { Db, Tx } from '../../platform/db.ts'
import { queueMail } from '../../platform/mail.ts'
import type { Platform } from '../../platform/platform.ts'
import { columnsOf, onlyRow } from '../../platform/sql.ts'
import { Problem } from '../../wire/problem.ts'
import { type LineDecision, type Withdrawal, type WithdrawalLine, withdrawalDecidedMail } from './contract.ts'
import { changedDecisions, isWithdrawalAccepted, withdrawalLineLabel } from './rules.ts'
import { withdrawalLines, withdrawals } from './table.ts'

export type WithdrawalWithLines = z.input<typeof Withdrawal>
type WithdrawalRow = typeof withdrawals.$inferSelect

/** Adds the lines of each withdrawal, in one statement. */
export async function addWithdrawalLines(db: Db, rows: WithdrawalRow[]): Promise<WithdrawalWithLines[]> {
  const isMeant = sql`(cardinality(${withdrawals.itemIds}) = 0 or ${orderItems.id} = any(${withdrawals.itemIds}))`
  const ids = rows.map(({ id }) => id)
  const found = await db
    .select({
      withdrawalId: withdrawals.id,
      itemId: orderItems.id,
      name: orderItems.productName,
      ...columnsOf(orderItems, 'quantity', 'isDigital', 'hygieneSealed'),
      ...columnsOf(withdrawalLines, 'accepted', 'reason', 'note', 'decidedAt'),
    })
    .from(withdrawals)
    .innerJoin(orderItems, and(eq(orderItems.orderId, withdrawals.orderId), isMeant))
    .leftJoin(
      withdrawalLines,
      and(eq(withdrawalLines.withdrawalId, withdrawals.id), eq(withdrawalLines.itemId, orderItems.id)),
    )
    .where(inArray(withdrawals.id, ids))
    .orderBy(asc(orderItems.id))
  return rows.map(row => ({ ...row, lines: found.filter(({ withdrawalId }) => withdrawalId === row.id) }))
}

/**
 * Accepts or refuses lines, and mails the customer the decisions that changed. A decision may change later: whether a seal
 * is intact shows when the parcel arrives. Once all lines are decided, the withdrawal is answered.
 * @throws Problem NOT_FOUND, also for a line that does not belong to the withdrawal
 */
export function saveLineDecisions(
  platform: Platform,
  by: string,
  withdrawalId: string,
  decisions: LineDecision[],
): Promise<WithdrawalWithLines> {
  const { db, now } = platform
  return db.transaction(async tx => {
    const [row] = await tx.select().from(withdrawals).where(eq(withdrawals.id, withdrawalId)).for('update')
    if (!row) throw withdrawalNotFound()
    const { lines } = await readWithLines(tx, row)
    const changes = changedDecisions(lines, decisions)
    if (!changes) throw new Problem('NOT_FOUND', { message: 'Deze regel hoort niet bij de herroeping.' })
    if (changes.length === 0) return readWithLines(tx, row)
    const decided = changes.map(({ itemId, accepted, reason, note }) => ({ itemId, accepted, reason, note }))
    await tx
      .insert(withdrawalLines)
      .values(decided.map(line => ({ ...line, withdrawalId, decidedAt: now() })))
      .onConflictDoUpdate({
        target: [withdrawalLines.withdrawalId, withdrawalLines.itemId],
        set: {
          accepted: sql`excluded.accepted`,
          reason: sql`excluded.reason`,
          note: sql`excluded.note`,
          decidedAt: sql`excluded.decided_at`,
        },
      })
    // Without the notes, which are free text.
    const details = { lines: decided.map(({ itemId, accepted, reason }) => ({ itemId, accepted, reason })) }
    await recordAuditEntry(tx, { by, action: 'WITHDRAWAL_LINES_DECIDED', subjectId: withdrawalId, details })
    await mailDecisions(tx, platform, row, changes)
    return readWithLines(tx, await completeWhenAllDecided(tx, row, now()))
  })
}

export const readWithLines = async (tx: Tx, row: WithdrawalRow): Promise<WithdrawalWithLines> =>
  onlyRow(await addWithdrawalLines(tx, [row]))

/** Marks the withdrawal as answered when every line is decided. */
async function completeWhenAllDecided(tx: Tx, row: WithdrawalRow, now: Date): Promise<WithdrawalRow> {
  const { lines } = await readWithLines(tx, row)
  const accepted = isWithdrawalAccepted(lines)
  if (accepted === null) return row
  const { handledAt, answer } = row
  const answered = { accepted, handledAt: handledAt ?? now, answer: answer ?? 'Per product beslist.' }
  await tx.update(withdrawals).set(answered).where(eq(withdrawals.id, row.id))
  return { ...row, ...answered }
}

async function mailDecisions(
  tx: Tx,
  { jobs, settings }: Platform,
  { email, orderNumber }: WithdrawalRow,
  changes: (LineDecision & Pick<WithdrawalLine, 'name' | 'quantity'>)[],
): Promise<void> {
  await queueMail(tx, jobs, withdrawalDecidedMail, email, {
    orderNumber,
    accepted: changes.filter(({ accepted }) => accepted).map(withdrawalLineLabel),
    refused: changes.flatMap(line =>
      line.reason ? [{ line: withdrawalLineLabel(line), reason: line.reason, note: line.note }] : [],
    ),
    shopName: settings.current.shopName,
  })
}

export const withdrawalNotFound = () => new Problem('NOT_FOUND', { message: 'Deze herroeping bestaat niet.' })
