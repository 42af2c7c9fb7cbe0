import { and, desc, eq, ne, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { users } from '../../people/accounts/table.ts'
import { recordAuditEntry } from '../../people/audit/service.ts'
import type { Db } from '../../platform/db/db.ts'
import { qualified } from '../../platform/db/sql.ts'
import { Problem } from '../../wire/problem.ts'
import { toyBlocks, toys } from './table.ts'

/**
 * Hides a creator's toys from a user. A concurrent start of that user either happened before, so that it can be stopped, or sees
 * the block: both lock the toys.
 * @throws Problem NOT_FOUND when there is no such user, CONFLICT for oneself
 */
export const createToyBlock = (db: Db, creatorId: string, userId: string, now: Date): Promise<void> =>
  db.transaction(async tx => {
    if (creatorId === userId) throw new Problem('CONFLICT', { message: 'Jezelf kun je niet blokkeren.' })
    // Guests have no toys to see, and their rows go with their carts.
    const account = and(eq(users.id, userId), ne(users.role, 'GUEST'))
    const [user] = await tx.select({ id: users.id }).from(users).where(account)
    if (!user) throw new Problem('NOT_FOUND')
    await tx
      .select({ id: toys.id })
      .from(toys)
      .where(eq(toys.ownerId, creatorId))
      .orderBy(toys.id)
      .for('no key update')
    await tx.insert(toyBlocks).values({ creatorId, userId, createdAt: now }).onConflictDoNothing()
    await recordAuditEntry(tx, { by: creatorId, action: 'USER_BLOCKED', subjectId: userId })
  })

/** @throws Problem NOT_FOUND when there is no such block */
export const deleteToyBlock = (db: Db, creatorId: string, userId: string): Promise<void> =>
  db.transaction(async tx => {
    const gone = await tx
      .delete(toyBlocks)
      .where(and(eq(toyBlocks.creatorId, creatorId), eq(toyBlocks.userId, userId)))
      .returning({ userId: toyBlocks.userId })
    if (gone.length === 0) throw new Problem('NOT_FOUND')
    await recordAuditEntry(tx, { by: creatorId, action: 'USER_UNBLOCKED', subjectId: userId })
  })

/** The users whom a creator has blocked, the newest first. */
export const findBlockedUsers = (db: Db, creatorId: string) =>
  db
    .select({ userId: toyBlocks.userId, displayName: users.displayName, createdAt: toyBlocks.createdAt })
    .from(toyBlocks)
    .innerJoin(users, eq(users.id, toyBlocks.userId))
    .where(eq(toyBlocks.creatorId, creatorId))
    .orderBy(desc(toyBlocks.createdAt), desc(toyBlocks.userId))

/** Whether a creator's toys are hidden from a user. */
export const isBlocked = (userId: string | PgColumn, ownerId: string | PgColumn) =>
  sql<boolean>`exists (
    select from ${toyBlocks} where ${toyBlocks.creatorId} = ${qualified(ownerId)} and ${toyBlocks.userId} = ${qualified(userId)}
  )`
