import { and, asc, eq, isNull } from 'drizzle-orm'
import { accountTokens, loginSessions, users } from '../accounts/table.ts'
import { sessionsOn } from '../live/creator.service.ts'
import type { Stage } from '../live/stage.service.ts'
import type { Db } from '../platform/db.ts'
import { queueMail } from '../platform/mail.ts'
import type { Platform } from '../platform/platform.ts'
import { toys } from '../toys/table.ts'
import { Problem } from '../wire/problem.ts'
import { accountClosedMail } from './contract.ts'
import { eraseAfter } from './rules.ts'

/**
 * Closes an account: nobody is or gets signed in to it, its toys are off the air, and what it controls, or is controlled
 * of it, ends. Whoever it is of is told, and erased later (`eraseDue`).
 * @returns after which moment
 * @throws Problem NO_SESSION when it is closed already; LAST_ADMIN when nobody would be left to keep the shop
 */
export async function closeAccount(platform: Platform, stage: Stage, userId: string): Promise<Date> {
  const { db, log } = platform
  const deleteAfter = eraseAfter(platform.now())
  await db.transaction(tx => close({ ...platform, db: tx }, userId, deleteAfter))
  try {
    await stage.end(userId, 'USER', 'ACCOUNT_CLOSED')
    for (const session of await sessionsOn(db, userId))
      await stage.end(session.userId, 'CREATOR', 'ACCOUNT_CLOSED', {
        only: session.id,
        actorId: userId,
      })
  } catch (error) {
    // It is closed all the same; without heartbeats its own session ends by itself.
    log.error({ err: error, userId }, 'a session outlives its closed account')
  }
  return deleteAfter
}

async function close({ db: tx, jobs, config }: Platform, userId: string, deleteAfter: Date): Promise<void> {
  await keepAnAdmin(tx, userId)
  const [user] = await tx
    .update(users)
    .set({ deleteAfter })
    .where(and(eq(users.id, userId), isNull(users.deleteAfter)))
    .returning({ email: users.email })
  if (!user) throw new Problem('NO_SESSION')
  await tx.delete(loginSessions).where(eq(loginSessions.userId, userId))
  await tx.delete(accountTokens).where(eq(accountTokens.userId, userId))
  await tx.update(toys).set({ isActive: false, onAir: false }).where(eq(toys.ownerId, userId))
  await queueMail(tx, jobs, accountClosedMail, user.email, {
    deleteAfter: deleteAfter.toISOString(),
    retentionYears: config.retentionYears,
    shopName: config.shopName,
  })
}

/** Of two admins who close at once, the second waits here for the first. */
async function keepAnAdmin(tx: Db, userId: string): Promise<void> {
  const isAdmin = and(eq(users.role, 'ADMIN'), isNull(users.deleteAfter))
  if ((await tx.$count(users, and(eq(users.id, userId), isAdmin))) === 0) return
  const admins = await tx
    .select({ id: users.id })
    .from(users)
    .where(isAdmin)
    .orderBy(asc(users.id))
    .for('update')
  if (admins.every(({ id }) => id === userId)) throw new Problem('LAST_ADMIN')
}
