import { and, eq, isNull } from 'drizzle-orm'
import { users } from '../../people/accounts/table.ts'
import { recordAuditEntry } from '../../people/audit/service.ts'
import { addMinuteEntry } from '../../money/minutes/service.ts'
import type { Tx } from '../../platform/db.ts'
import { runOnce, type IdempotencyKey } from '../../platform/idempotency.ts'
import type { Platform } from '../../platform/platform.ts'
import { Problem } from '../../wire/problem.ts'

interface Adjustment {
  userId: string
  /** Signed. */
  minutes: number
  reason: string
}

/**
 * Adds or removes minutes, in one transaction with the minute ledger and the audit entry, once per idempotency key.
 * The audit entry omits the reason, which may name a person.
 * @throws Problem NOT_FOUND, also for an erased user; CONFLICT for a closed account; BALANCE_TOO_LOW with `available`
 */
export async function adjustMinuteBalance(
  { db, bus }: Pick<Platform, 'db' | 'bus'>,
  key: IdempotencyKey,
  change: Adjustment,
): Promise<{ entryId: string; minutesBalance: number }> {
  const { userId } = change
  const adjusted = await db.transaction(async tx => {
    const entryId = await runOnce(tx, key, id => addAdjustment(tx, key.userId, id, change))
    return { entryId, minutesBalance: await balanceOf(tx, userId) }
  })
  bus.publish('minutes.changed', { userId })
  return adjusted
}

async function addAdjustment(
  tx: Tx,
  by: string,
  id: string,
  { userId, minutes, reason }: Adjustment,
): Promise<void> {
  const [user] = await tx
    .select({ balance: users.minutesBalance, deleteAfter: users.deleteAfter })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.erasedAt)))
    .for('no key update')
  if (!user) throw new Problem('NOT_FOUND', { message: 'Dit account bestaat niet.' })
  if (user.deleteAfter) throw new Problem('CONFLICT', { message: 'Dit account is gesloten.' })
  if (user.balance + minutes < 0) throw tooLow(user.balance)
  await addMinuteEntry(tx, { id, userId, kind: 'ADJUSTMENT', minutes, reason })
  await recordAuditEntry(tx, { by, action: 'MINUTES_ADJUSTED', subjectId: userId, details: { minutes } })
}

function tooLow(available: number): Problem {
  const message = `Het saldo is ${available}. Meer minuten kun je er niet af halen.`
  return new Problem('BALANCE_TOO_LOW', { message, fields: { minutes: message }, available })
}

async function balanceOf(tx: Tx, userId: string): Promise<number> {
  const [user] = await tx.select({ balance: users.minutesBalance }).from(users).where(eq(users.id, userId))
  return user?.balance ?? 0
}
