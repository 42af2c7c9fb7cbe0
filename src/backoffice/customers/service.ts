import { and, eq, getTableColumns, isNull, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { assertNotLastAdmin } from '../../people/accounts/lastAdmin.service.ts'
import { roleRank } from '../../wire/roles.ts'
import { deleteLoginSessions } from '../../people/accounts/session.service.ts'
import { users } from '../../people/accounts/table.ts'
import { recordAuditEntry } from '../../people/audit/service.ts'
import { findLiveSessionsByOwner } from '../../live/sessions/engine/creatorSession.service.ts'
import type { SessionController } from '../../live/sessions/engine/sessionController.service.ts'
import type { Db, Tx } from '../../platform/db.ts'
import type { Platform } from '../../platform/platform.ts'
import { closeAccount } from '../privacy/service.ts'
import { toys } from '../../live/toys/table.ts'
import { Problem } from '../../wire/problem.ts'
import type { changeCustomer, Customer, CustomerDetail } from './contract.ts'

type CustomerRow = z.input<typeof Customer>

/** One account, also one that is closed. @throws Problem NOT_FOUND, also for who is erased */
export async function findCustomer(db: Db, userId: string): Promise<z.input<typeof CustomerDetail>> {
  const [found] = await db
    .select({
      ...getTableColumns(users),
      isLastAdmin: sql<boolean>`${users.role} = 'ADMIN' and ${users.deleteAfter} is null and not exists (
        select from ${users} other
        where other.role = 'ADMIN' and other.delete_after is null and other.id <> users.id
      )`,
      toyCount: sql<number>`(select count(*)::int from ${toys} where toys.owner_id = users.id)`,
    })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.erasedAt)))
  if (!found) throw new Problem('NOT_FOUND', { message: 'Dit account bestaat niet.' })
  return found
}

/** What an admin's calls need: sessions end on the stage alone. */
interface CustomerDeps extends Pick<Platform, 'db' | 'bus' | 'log'> {
  stage: SessionController
}

type CustomerChange = z.output<typeof changeCustomer.input>

/**
 * Changes an account. Another role signs it out everywhere, so that nothing goes on with the old one; who may keep no toys
 * any more has none on the air.
 * @throws Problem NOT_FOUND, also for who is erased; LAST_ADMIN; OWN_ACCOUNT for another role of one's own
 */
export async function updateCustomer(
  office: CustomerDeps,
  by: string,
  change: CustomerChange,
): Promise<CustomerRow> {
  const { db, bus } = office
  const { before, after } = await db.transaction(tx => updateInTransaction(tx, by, change))
  if (roleRank[before.role] >= roleRank.MODEL && roleRank[after.role] < roleRank.MODEL) {
    await endSessionsOfCreator(office, by, after.id)
    bus.publish('toys.changed', null)
  }
  return after
}

async function updateInTransaction(tx: Tx, by: string, { userId, role, ...names }: CustomerChange) {
  if (role !== undefined && role !== 'ADMIN') await assertNotLastAdmin(tx, userId)
  const own = and(eq(users.id, userId), isNull(users.erasedAt))
  const [before] = await tx.select().from(users).where(own).for('no key update')
  if (!before) throw new Problem('NOT_FOUND', { message: 'Dit account bestaat niet.' })
  if (userId === by && role !== undefined && role !== before.role) throw new Problem('OWN_ACCOUNT')
  const given = Object.entries({ role, ...names }).filter(([, value]) => value !== undefined)
  if (given.length === 0) return { before, after: before }
  const [after = before] = await tx.update(users).set(Object.fromEntries(given)).where(own).returning()
  await recordCustomerChange(tx, by, before, after)
  if (before.role !== after.role) {
    await deleteLoginSessions(tx, userId)
    if (roleRank[after.role] < roleRank.MODEL)
      await tx.update(toys).set({ onAir: false }).where(eq(toys.ownerId, userId))
  }
  return { before, after }
}

type Row = typeof users.$inferSelect

/** Which names changed, and not into what: the log outlives the person. */
async function recordCustomerChange(tx: Tx, by: string, before: Row, after: Row): Promise<void> {
  const subjectId = after.id
  if (before.role !== after.role) {
    const details = { role: { from: before.role, to: after.role } }
    await recordAuditEntry(tx, { by, action: 'USER_ROLE_SET', subjectId, details })
  }
  const names = (['displayName', 'firstName', 'lastName'] as const).filter(
    name => before[name] !== after[name],
  )
  if (names.length > 0)
    await recordAuditEntry(tx, { by, action: 'USER_CHANGED', subjectId, details: { names } })
}

async function endSessionsOfCreator(
  { db, log, stage }: CustomerDeps,
  actorId: string,
  ownerId: string,
): Promise<void> {
  try {
    for (const { id, userId } of await findLiveSessionsByOwner(db, ownerId))
      await stage.endSession(userId, 'ADMIN', 'TOY_DEACTIVATED', { only: id, actorId })
  } catch (error) {
    log.error({ err: error, ownerId }, 'a session outlives the role of its creator')
  }
}

/** @throws Problem NOT_FOUND, also for one that is closed; LAST_ADMIN; OWN_ACCOUNT */
export async function closeCustomerAccount(
  platform: Platform,
  stage: SessionController,
  by: string,
  userId: string,
): Promise<null> {
  if (userId === by) await refuseOwnAccount(platform.db, userId)
  try {
    await closeAccount(platform, stage, userId, by)
    return null
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'NO_SESSION') throw error
    throw new Problem('NOT_FOUND', { message: 'Dit account bestaat niet, of het is al gesloten.' })
  }
}

/** Who closes their own account says so with their password. */
async function refuseOwnAccount(db: Db, userId: string): Promise<never> {
  await db.transaction(tx => assertNotLastAdmin(tx, userId))
  throw new Problem('OWN_ACCOUNT')
}
