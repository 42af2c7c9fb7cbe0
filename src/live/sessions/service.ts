import { and, asc, desc, eq, getTableColumns, ne, not, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import { users } from '../../people/accounts/table.ts'
import { addContacts } from '../messages/service.ts'
import { BLOCKED_BALANCE_MINUTES } from '../../money/minutes/rules.ts'
import { notifyUser } from '../../people/notifications/service.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { memoizeQuery } from '../../platform/db/preparedStatements.ts'
import { hideFromPlanner, isAnyOf, qualified, toPgArray } from '../../platform/db/sql.ts'
import { isHiddenFrom } from '../blocks/hiding.service.ts'
import { isToyOnline } from '../toys/rules.ts'
import { currentCap, isOnAirAt } from '../toys/service.ts'
import { toyLinks, toys } from '../toys/table.ts'
import type { Menu } from '../menu/contract.ts'
import { isInvited, menuNotice, restsUntil } from '../menu/rules.ts'
import { findMenuRow, isFavourite, menuOfOwner } from '../menu/service.ts'
import { Problem } from '../../wire/problem.ts'
import type { ControlSession, PastSession } from './contract.ts'
import type { SessionRow, SessionWithToy } from './engine/sessionState.rules.ts'
import { STUDIO_PATH } from './engine/sessionNotification.service.ts'
import { insertConsent } from './consent.service.ts'
import { hasPlayed, refuseInPause } from './playerChoice.service.ts'
import { claimTurn } from './queue/service.ts'
import { isLowBalance, controlEndsAt, shownPause } from './rules.ts'
import { sessions, toyControlSessions } from './table.ts'

const sessionWithToyColumns = {
  session: toyControlSessions,
  balance: users.minutesBalance,
  toy: {
    provider: toys.provider,
    uid: toyLinks.uid,
    model: toys.model,
    functions: toys.functions,
    ownerId: toys.ownerId,
    maxIntensity: currentCap,
    unreachableAt: toys.unreachableAt,
    menuFunctions: toys.menuFunctions,
    menu: menuOfOwner,
  },
}

/** The visible data of sessions that match a condition. */
export const selectSessionWithToy = <T extends Record<string, PgColumn> = {}>(db: Db, more: T = {} as T) =>
  db
    .select({ ...sessionWithToyColumns, ...more })
    .from(toyControlSessions)
    .innerJoin(users, eq(users.id, toyControlSessions.userId))
    .innerJoin(toys, eq(toys.id, toyControlSessions.toyDeviceId))
    .innerJoin(toyLinks, eq(toyLinks.userId, toys.ownerId))

const isLiveRow = ne(toyControlSessions.status, 'STOPPED')

/** All live sessions, for a node that starts. */
export const findLiveSessions = (db: Db): Promise<SessionWithToy[]> =>
  selectSessionWithToy(db).where(isLiveRow)

/** All live sessions with users and toys, the oldest first. */
export const findNamedLiveSessions = (db: Db) =>
  selectSessionWithToy(db, { userEmail: users.email, displayName: users.displayName, toyName: toys.name })
    .where(isLiveRow)
    .orderBy(asc(toyControlSessions.createdAt), asc(toyControlSessions.id))

/** @throws Problem NOT_FOUND */
export async function loadSession(db: Db, sessionId: string): Promise<SessionWithToy> {
  const [found] = await selectSessionWithToy(db).where(eq(toyControlSessions.id, sessionId))
  if (!found) throw new Problem('NOT_FOUND')
  return found
}

/** The ids of the live sessions that are not among the known ones. */
export async function findUnknownSessionIds(db: Db, known: string[]): Promise<string[]> {
  const found = await db
    .select({ id: toyControlSessions.id })
    .from(toyControlSessions)
    .where(and(isLiveRow, not(isAnyOf(toyControlSessions.id, known))))
  return found.map(({ id }) => id)
}

/** The newest session of a user, live or ended. */
export const findNewestSession = async (db: Db, userId: string): Promise<SessionWithToy | undefined> =>
  (await findNewestSessions(db, [userId])).get(userId)

/** The newest session of each of these users who had one. */
export async function findNewestSessions(db: Db, userIds: string[]): Promise<Map<string, SessionWithToy>> {
  const found = await newestQuery(db).execute({ userIds: toPgArray(userIds) })
  return new Map(found.map(newest => [newest.session.userId, newest]))
}

const newestQuery = memoizeQuery(db =>
  selectSessionWithToy(db)
    .where(
      sql`${toyControlSessions.id} in (
        select (
          select newest.id from ${toyControlSessions} newest where newest.user_id = asked.user_id
          order by newest.created_at desc, newest.id desc limit 1
        ) from unnest(${hideFromPlanner(sql.placeholder('userIds'), 'uuid[]')}) as asked(user_id)
      )`,
    )
    .prepare('newest_sessions'),
)

/** Whether the session price applies to a user. */
export async function hasLiveSession(db: Db, userId: string): Promise<boolean> {
  const [live] = await db
    .select({ id: toyControlSessions.id })
    .from(toyControlSessions)
    .where(and(eq(toyControlSessions.userId, userId), isLiveRow))
  return live !== undefined
}

/** Locks the toy: taking it off the air, or blocking the user, happens entirely before this start or after it. */
async function lockToyOnAir(tx: Tx, toyId: string, now: Date) {
  const [toy] = await tx
    .select()
    .from(toys)
    .where(and(eq(toys.id, toyId), eq(toys.isActive, true), isOnAirAt(now)))
    .for('share')
  return toy
}

async function findStarter(tx: Tx, userId: string, ownerId: string) {
  const [user] = await tx
    .select({
      balance: users.minutesBalance,
      displayName: users.displayName,
      isHidden: isHiddenFrom(userId, ownerId),
      isFavourite: isFavourite(userId, ownerId),
      hasPlayed: hasPlayed(userId, ownerId),
    })
    .from(users)
    .where(eq(users.id, userId))
  return user
}

/**
 * Opens a session in its countdown. At most one live session per toy and per user: unique indexes decide races.
 * @throws Problem NOT_FOUND (also for a toy that is inactive or off the air), TOY_OFFLINE, INSUFFICIENT_MINUTES, NOT_RECEIVING.
 * @returns false when the toy or the user has a live session already, or the claim window is another user's
 */
export async function openControlSession(
  tx: Tx,
  start: { id: string; userId: string; toyId: string; countdownSeconds: number },
  now: Date,
): Promise<boolean> {
  const toy = await lockToyOnAir(tx, start.toyId, now)
  const user = toy && (await findStarter(tx, start.userId, toy.ownerId))
  if (!toy || !user || user.isHidden)
    throw new Problem('NOT_FOUND', { message: 'Deze toy is er niet (meer).' })
  if (!isToyOnline(toy, now)) throw new Problem('TOY_OFFLINE')
  if (user.balance <= BLOCKED_BALANCE_MINUTES) throw new Problem('INSUFFICIENT_MINUTES')
  const { menu, lastEndedAt } = await findMenuRow(tx, toy.ownerId)
  if (!isInvited(menu.audience, user)) throw new Problem('NOT_RECEIVING')
  refuseInPause(restsUntil(menu, lastEndedAt, now))
  if (!(await claimTurn(tx, start.userId, start.toyId, now))) return false
  const mustAccept = menu.audience === 'ACCEPT_EACH'
  const opened = await tx
    .insert(toyControlSessions)
    .values({
      id: start.id,
      userId: start.userId,
      toyDeviceId: start.toyId,
      countdownEndsAt: new Date(now.getTime() + start.countdownSeconds * 1000),
      heartbeatAt: now,
      longestMinutes: menu.longestMinutes,
      mustAccept,
      createdAt: now,
    })
    .onConflictDoNothing()
    .returning({ id: toyControlSessions.id })
  if (opened.length === 0) return false
  await insertConsent(tx, start.id, { toy, menu }, now)
  await addContacts(tx, start.userId, toy.ownerId, now)
  await notifyUser(tx, toy.ownerId, {
    kind: mustAccept ? 'PLAYER_ASKING' : 'PLAYER_STARTING',
    params: { displayName: user.displayName, toyName: toy.name, seconds: start.countdownSeconds },
    about: start.id,
    path: STUDIO_PATH,
  })
  return true
}

/** The live sessions that prevent a start: the user's own, or the toy's. */
export const findConflictingSessions = (db: Db, userId: string, toyId: string): Promise<SessionRow[]> =>
  db
    .select()
    .from(toyControlSessions)
    .where(
      and(
        isLiveRow,
        sql`(${toyControlSessions.userId} = ${userId} or ${toyControlSessions.toyDeviceId} = ${toyId})`,
      ),
    )

/** The minute balances of some users, in one statement. */
export async function findMinuteBalances(db: Db, userIds: string[]): Promise<Map<string, number>> {
  const found = await balancesQuery(db).execute({ userIds: toPgArray(userIds) })
  return new Map(found.map(({ id, balance }) => [id, balance]))
}

const balancesQuery = memoizeQuery(db =>
  db
    .select({ id: users.id, balance: users.minutesBalance })
    .from(users)
    .where(isAnyOf(users.id, sql.placeholder('userIds')))
    .prepare('balances'),
)

/** In the countdown all terms for its player; later only the limits. */
const noticeOf = ({ status, mustAccept, acceptedAt }: SessionRow, menu: Menu): string | null =>
  status === 'COUNTDOWN' && mustAccept
    ? acceptedAt === null
      ? 'We wachten op een ja van de creator. Komt dat niet, dan begint de sessie niet.'
      : 'De creator zei ja.'
    : menuNotice(menu)

/** A session, as in the contract. */
export const toControlSession = (
  { session, balance, toy }: SessionWithToy,
  output: z.input<typeof ControlSession>['output'],
  now: Date,
): z.input<typeof ControlSession> => ({
  id: session.id,
  status: session.status,
  toyDeviceId: session.toyDeviceId,
  countdownEndsAt: session.countdownEndsAt,
  minutesUsed: session.minutesUsed,
  stoppedBy: session.stoppedBy,
  stopReason: session.stopReason,
  creatorId: toy.ownerId,
  sessionEndsAt: controlEndsAt(session, balance),
  lowBalance: isLowBalance(session, balance),
  pause: shownPause(session, balance, now),
  notice: noticeOf(session, toy.menu),
  signal: session.signal && session.signalledAt && { kind: session.signal, at: session.signalledAt },
  output,
  serverNow: now,
})

/** The name of a toy in a user's own records; its model when its creator is hidden from the user, as after she left. */
export const shownToyName = (userId: string) =>
  sql<string>`case when ${isHiddenFrom(userId, toys.ownerId)} then ${qualified(toys.model)} else ${qualified(toys.name)} end`

/** A user's own history, newest first, in one statement. */
export const findSessionHistory = (db: Db, userId: string): Promise<z.input<typeof PastSession>[]> =>
  db
    .select({
      ...getTableColumns(sessions),
      toyName: shownToyName(userId),
    })
    .from(sessions)
    .innerJoin(toys, eq(toys.id, sessions.toyId))
    .where(eq(sessions.userId, userId))
    .orderBy(desc(sessions.startTime), desc(sessions.id))
