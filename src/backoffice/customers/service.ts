import { and, eq, getTableColumns, isNull, ne, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { assertNotLastAdmin } from '../../people/accounts/lastAdmin.service.ts'
import { roleRank } from '../../wire/roles.ts'
import { deleteLoginSessions } from '../../people/accounts/login/session.service.ts'
import { contactEmail } from '../../people/accounts/guest.service.ts'
import { users } from '../../people/accounts/table.ts'
import { recordAuditEntry } from '../../people/audit/service.ts'
import { findLiveSessionsByOwner } from '../../live/sessions/engine/creatorSession.service.ts'
import type { SessionController } from '../../live/sessions/engine/sessionController.service.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import type { Platform } from '../../platform/platform.ts'
import { closeAccount } from '../privacy/service.ts'
import { assertAccepted } from '../../live/creators/admission.service.ts'
import { offAir } from '../../live/toys/rules.ts'
import { toys } from '../../live/toys/table.ts'
import { Problem } from '../../wire/problem.ts'
import type { adjustMinutes, changeCustomer, CustomerDetail } from './contract.ts'
import { addMinuteEntry } from '../../money/minutes/service.ts'
import { runOnce, type IdempotencyKey } from '../../platform/db/idempotency.ts'

/** One account, open or closed. @throws Problem NOT_FOUND, also for an erased user */
export async function findCustomer(db: Db, userId: string): Promise<z.input<typeof CustomerDetail>> {
  const [found] = await db
    .select({
      ...getTableColumns(users),
      email: contactEmail,
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

interface CustomerDeps extends Pick<Platform, 'db' | 'bus' | 'log' | 'settings'> {
  sessionController: SessionController
}

type CustomerChange = z.output<typeof changeCustomer.input>

/**
 * Changes an account. A change of role ends its login sessions; losing the right to toys takes them offline.
 * @throws Problem NOT_FOUND, also for an erased user; LAST_ADMIN; OWN_ACCOUNT for a change of one's own role; CONFLICT for the role of a
 * creator who was not accepted
 */
export async function updateCustomer(office: CustomerDeps, by: string, change: CustomerChange) {
  const { db, bus } = office
  const { before, after } = await db.transaction(tx => updateInTransaction(tx, office, by, change))
  if (before.role !== after.role) await endSessionOfPlayer(office, by, after.id)
  if (roleRank[before.role] >= roleRank.MODEL && roleRank[after.role] < roleRank.MODEL) {
    await endSessionsOfCreator(office, by, after.id)
    bus.publish('toys.changed', null)
  }
  return after
}

async function updateInTransaction(
  tx: Tx,
  { bus, settings }: Pick<CustomerDeps, 'bus' | 'settings'>,
  by: string,
  { userId, role, ...names }: CustomerChange,
) {
  if (role !== undefined && role !== 'ADMIN') await assertNotLastAdmin(tx, userId)
  // A guest has nothing that could be changed.
  const own = and(eq(users.id, userId), isNull(users.erasedAt), ne(users.role, 'GUEST'))
  const [before] = await tx.select().from(users).where(own).for('no key update')
  if (!before) throw new Problem('NOT_FOUND', { message: 'Dit account bestaat niet.' })
  if (userId === by && role !== undefined && role !== before.role) throw new Problem('OWN_ACCOUNT')
  if (role === 'MODEL' && before.role !== 'MODEL' && settings.current.creatorProgramme)
    await assertAccepted(tx, userId)
  const changes = Object.entries({ role, ...names }).filter(([, value]) => value !== undefined)
  if (changes.length === 0) return { before, after: before }
  const [after = before] = await tx.update(users).set(Object.fromEntries(changes)).where(own).returning()
  await recordCustomerChange(tx, by, before, after)
  if (before.role !== after.role) {
    await deleteLoginSessions(tx, bus, userId)
    if (roleRank[after.role] < roleRank.MODEL)
      await tx.update(toys).set(offAir).where(eq(toys.ownerId, userId))
  }
  return { before, after }
}

/**
 * Ends all login sessions of another user, such as of somebody who lost a phone, and then that user's control of toys.
 * @throws Problem NOT_FOUND, also for an erased user; OWN_ACCOUNT
 */
export async function endSessionsOfCustomer(
  office: CustomerDeps,
  by: string,
  userId: string,
): Promise<{ ended: number }> {
  if (userId === by) throw new Problem('OWN_ACCOUNT')
  const ended = await office.db.transaction(async tx => {
    const own = and(eq(users.id, userId), isNull(users.erasedAt))
    const [user] = await tx.select({ id: users.id }).from(users).where(own).for('no key update')
    if (!user) throw new Problem('NOT_FOUND', { message: 'Dit account bestaat niet.' })
    const count = await deleteLoginSessions(tx, office.bus, userId)
    const details = { sessions: count }
    await recordAuditEntry(tx, { by, action: 'USER_SIGNED_OUT', subjectId: userId, details })
    return count
  })
  await endSessionOfPlayer(office, by, userId)
  return { ended }
}

type Row = typeof users.$inferSelect

/** Records which names changed, without their values: the audit log outlives the person. */
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

/** The player's logins have ended. */
export async function endSessionOfPlayer(
  { log, sessionController }: Pick<CustomerDeps, 'log' | 'sessionController'>,
  actorId: string,
  userId: string,
) {
  try {
    await sessionController.endSession(userId, 'ADMIN', 'STOPPED_BY_ADMIN', { actorId })
  } catch (error) {
    log.error({ err: error, userId }, 'could not end the session of a player who was signed out')
  }
}

/** The creator may no longer have toys, be signed in or be on the air. @param actorId herself, an admin, or null for a report */
export async function endSessionsOfCreator(
  { db, log, sessionController }: Pick<CustomerDeps, 'db' | 'log' | 'sessionController'>,
  actorId: string | null,
  ownerId: string,
) {
  const by = actorId === null ? 'SYSTEM' : actorId === ownerId ? 'CREATOR' : 'ADMIN'
  const reason = by === 'CREATOR' ? 'STOPPED_BY_CREATOR' : 'TOY_DEACTIVATED'
  const actor = actorId === null ? {} : { actorId }
  try {
    for (const { id, userId } of await findLiveSessionsByOwner(db, ownerId))
      await sessionController.endSession(userId, by, reason, { only: id, ...actor })
  } catch (error) {
    log.error({ err: error, ownerId }, 'could not end the session of a creator who lost the role')
  }
}

/**
 * Closes a customer's account.
 * @throws Problem NOT_FOUND, also for one that is closed; LAST_ADMIN; OWN_ACCOUNT
 */
export async function closeCustomerAccount(
  platform: Platform,
  sessionController: SessionController,
  by: string,
  userId: string,
): Promise<null> {
  if (userId === by) await refuseOwnAccount(platform.db, userId)
  try {
    await closeAccount(platform, sessionController, userId, by)
    return null
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'NO_SESSION') throw error
    throw new Problem('NOT_FOUND', { message: 'Dit account bestaat niet, of het is al gesloten.' })
  }
}

/** Closing one's own account requires the password, on its own page. */
async function refuseOwnAccount(db: Db, userId: string): Promise<never> {
  await db.transaction(tx => assertNotLastAdmin(tx, userId))
  throw new Problem('OWN_ACCOUNT')
}

type Adjustment = z.output<typeof adjustMinutes.input>

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

async function addAdjustment(tx: Tx, by: string, id: string, { userId, minutes, reason }: Adjustment) {
  const [user] = await tx
    .select({ balance: users.minutesBalance, deleteAfter: users.deleteAfter })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.erasedAt), ne(users.role, 'GUEST')))
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
