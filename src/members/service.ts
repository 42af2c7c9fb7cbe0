import { and, desc, eq, isNull, like, or, sql, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import { keepAnAdmin } from '../accounts/admins.service.ts'
import { rank, type Role } from '../accounts/contract.ts'
import { endSessions } from '../accounts/session.service.ts'
import { users } from '../accounts/table.ts'
import { record } from '../audit/service.ts'
import { sessionsOn } from '../live/creator.service.ts'
import type { Stage } from '../live/stage.service.ts'
import type { Db } from '../platform/db.ts'
import type { Platform } from '../platform/platform.ts'
import { closeAccount } from '../privacy/service.ts'
import { toys } from '../toys/table.ts'
import { Problem } from '../wire/problem.ts'
import type { changeMember, Member } from './contract.ts'

interface Looked {
  q: string | null
  role?: Role | '' | null | undefined
  pageSize: number
}

type Shown = z.input<typeof Member>

/** More are not counted. */
const MOST_COUNTED = 10_000
/** Without pages. */
const MOST_LISTED = 1000

/** The newest accounts that are looked for, without pages. */
export const newestMembers = (db: Db, looked: Looked): Promise<Shown[]> => rows(db, looked, MOST_LISTED, 0)

/** One page of the accounts that are looked for, newest first, in two statements. */
export async function memberPage(db: Db, page: number, looked: Looked) {
  const { pageSize } = looked
  const found = db.select({ id: users.id }).from(users).where(conditionOf(looked)).limit(MOST_COUNTED)
  const [counted] = await db.select({ total: sql<number>`count(*)::int` }).from(found.as('found'))
  const items = await rows(db, looked, pageSize, (page - 1) * pageSize)
  return { items, total: counted?.total ?? 0, page, pageSize }
}

const rows = (db: Db, looked: Looked, limit: number, offset: number): Promise<Shown[]> =>
  db
    .select()
    .from(users)
    .where(conditionOf(looked))
    .orderBy(desc(users.createdAt), desc(users.id))
    .limit(limit)
    .offset(offset)

/** Who is erased is nobody any more. */
function conditionOf({ q, role }: Looked): SQL | undefined {
  const part = `%${q?.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  return and(
    isNull(users.erasedAt),
    role ? eq(users.role, role) : undefined,
    q ? or(like(users.email, part), like(sql`lower(${users.displayName})`, part)) : undefined,
  )
}

/** What an admin's calls need: sessions end on the stage alone. */
interface Office extends Pick<Platform, 'db' | 'bus' | 'log'> {
  stage: Stage
}

type Change = z.output<typeof changeMember.input>

/**
 * Changes an account. Another role signs it out everywhere, so that nothing goes on with the old one; who may keep no toys
 * any more has none on the air.
 * @throws Problem NOT_FOUND, also for who is erased; LAST_ADMIN
 */
export async function setMember(office: Office, by: string, change: Change): Promise<Shown> {
  const { db, bus } = office
  const { before, after } = await db.transaction(tx => inside(tx, by, change))
  if (rank[before.role] >= rank.MODEL && rank[after.role] < rank.MODEL) {
    await endSessionsOn(office, by, after.id)
    bus.publish('toys.changed', null)
  }
  return after
}

async function inside(tx: Db, by: string, { userId, role, ...names }: Change) {
  if (role !== undefined && role !== 'ADMIN') await keepAnAdmin(tx, userId)
  const own = and(eq(users.id, userId), isNull(users.erasedAt))
  const [before] = await tx.select().from(users).where(own).for('no key update')
  if (!before) throw new Problem('NOT_FOUND', { message: 'Dit account bestaat niet.' })
  const given = Object.entries({ role, ...names }).filter(([, value]) => value !== undefined)
  if (given.length === 0) return { before, after: before }
  const [after = before] = await tx.update(users).set(Object.fromEntries(given)).where(own).returning()
  await recordChange(tx, by, before, after)
  if (before.role !== after.role) {
    await endSessions(tx, userId)
    if (rank[after.role] < rank.MODEL)
      await tx.update(toys).set({ onAir: false }).where(eq(toys.ownerId, userId))
  }
  return { before, after }
}

type Row = typeof users.$inferSelect

/** Which names changed, and not into what: the log outlives the person. */
async function recordChange(tx: Db, by: string, before: Row, after: Row): Promise<void> {
  const subjectId = after.id
  if (before.role !== after.role) {
    const details = { role: { from: before.role, to: after.role } }
    await record(tx, { by, action: 'USER_ROLE_SET', subjectId, details })
  }
  const names = (['displayName', 'firstName', 'lastName'] as const).filter(
    name => before[name] !== after[name],
  )
  if (names.length > 0) await record(tx, { by, action: 'USER_CHANGED', subjectId, details: { names } })
}

async function endSessionsOn({ db, log, stage }: Office, actorId: string, ownerId: string): Promise<void> {
  try {
    for (const { id, userId } of await sessionsOn(db, ownerId))
      await stage.end(userId, 'ADMIN', 'TOY_DEACTIVATED', { only: id, actorId })
  } catch (error) {
    log.error({ err: error, ownerId }, 'a session outlives the role of its creator')
  }
}

/** @throws Problem NOT_FOUND, also for one that is closed; LAST_ADMIN */
export async function removeAccount(
  platform: Platform,
  stage: Stage,
  by: string,
  userId: string,
): Promise<null> {
  try {
    await closeAccount(platform, stage, userId, by)
    return null
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'NO_SESSION') throw error
    throw new Problem('NOT_FOUND', { message: 'Dit account bestaat niet, of het is al gesloten.' })
  }
}
