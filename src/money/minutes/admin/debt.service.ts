import type { Db } from '../../../platform/db/db.ts'
import type { z } from 'zod'
import type { MinuteDebt } from '../contract.ts'
import { minuteDebts } from '../table.ts'
import { eq, desc, and, isNull } from 'drizzle-orm'
import { assertAccountExists } from '../../../people/accounts/service.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { settleMinuteDebt } from './contract.ts'
import { recordAuditEntry } from '../../../people/audit/service.ts'
import { Problem } from '../../../wire/problem.ts'

/** A user's debts, the newest first. @throws Problem NOT_FOUND for an unknown user */
export async function findMinuteDebts(db: Db, userId: string): Promise<z.input<typeof MinuteDebt>[]> {
  const debts = await db
    .select()
    .from(minuteDebts)
    .where(eq(minuteDebts.userId, userId))
    .orderBy(desc(minuteDebts.createdAt), desc(minuteDebts.id))
  if (debts.length === 0) await assertAccountExists(db, userId)
  return debts
}

/**
 * Settles a debt: it was paid outside of the shop, or is waived. The minutes stay away.
 * @throws Problem NOT_FOUND; CONFLICT when it was settled before
 */
export const recordDebtSettlement = (
  { db, now }: Platform,
  by: string,
  { debtId, resolution }: z.output<typeof settleMinuteDebt.input>,
): Promise<z.input<typeof MinuteDebt>> =>
  db.transaction(async tx => {
    const own = eq(minuteDebts.id, debtId)
    const [settled] = await tx
      .update(minuteDebts)
      .set({ settledAt: now(), resolution })
      .where(and(own, isNull(minuteDebts.settledAt)))
      .returning()
    if (settled) {
      const { userId: subjectId, amountCents } = settled
      const details = { amountCents, resolution }
      await recordAuditEntry(tx, { by, action: 'MINUTE_DEBT_SETTLED', subjectId, details })
      return settled
    }
    if ((await tx.$count(minuteDebts, own)) === 0) throw new Problem('NOT_FOUND')
    throw new Problem('CONFLICT', { message: 'Dit bedrag is al afgehandeld.' })
  })
