import { and, asc, eq, exists, inArray, isNotNull, ne, sql, type SQL } from 'drizzle-orm'
import { users } from '../../../people/accounts/table.ts'
import { BLOCKED_BALANCE_MINUTES } from '../../../money/minutes/rules.ts'
import { setNotificationsReadByPath, notifyUser } from '../../../people/notifications/service.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'
import { isHiddenFrom } from '../../blocks/hiding.service.ts'
import { isInvited, restsUntil } from '../../menu/rules.ts'
import { findMenuRow, isFavourite, lastEndedOfOwner, menuOfOwner } from '../../menu/service.ts'
import { hasPlayed } from '../playerChoice.service.ts'
import { isOnAir, isToyOnline } from '../../toys/rules.ts'
import { toys } from '../../toys/table.ts'
import { Problem } from '../../../wire/problem.ts'
import {
  advanceQueue,
  CLAIM_WINDOW_MS,
  isPresent,
  POSITION_TIMEOUT_MS,
  canStartOnToy,
  type QueueEntry,
  type QueueState,
} from './rules.ts'
import { toyControlSessions, toyQueue } from '../table.ts'

/** Where the notification of the claim window links to. */
const LIVE_PAGE_PATH = '/live'

/** The queue for one toy, as its rows say. */
export interface ToyQueue extends QueueState {
  toyId: string
  toyName: string
  /** A user controls it. */
  isBusy: boolean
}

const existsLiveSession = (db: Db, whose: SQL) =>
  exists(
    db
      .select({ one: sql`1` })
      .from(toyControlSessions)
      .where(and(whose, ne(toyControlSessions.status, 'STOPPED'))),
  )

/** The queues that contain some rows, or all queues; in one statement. */
export async function findQueues(db: Db, where: SQL | undefined, now: Date): Promise<ToyQueue[]> {
  const rows = await db
    .select({
      place: toyQueue,
      toy: toys,
      isTaken: sql<boolean>`${existsLiveSession(db, eq(toyControlSessions.toyDeviceId, toyQueue.toyId))}`,
      isWelcome: sql<boolean>`not (${isHiddenFrom(toyQueue.userId, toys.ownerId)} or ${users.deleteAfter} is not null or ${existsLiveSession(db, eq(toyControlSessions.userId, toyQueue.userId))})`,
      menu: menuOfOwner,
      lastEndedAt: lastEndedOfOwner,
      isFavourite: isFavourite(toyQueue.userId, toys.ownerId),
      hasPlayed: hasPlayed(toyQueue.userId, toys.ownerId),
    })
    .from(toyQueue)
    .innerJoin(toys, eq(toys.id, toyQueue.toyId))
    .innerJoin(users, eq(users.id, toyQueue.userId))
    .where(where)
    .orderBy(asc(toyQueue.toyId), asc(toyQueue.number))
  const queues = new Map<string, ToyQueue>()
  for (const { place, toy, isTaken, isWelcome, menu, lastEndedAt, ...guest } of rows) {
    const { id: toyId, name: toyName } = toy
    const isOpen = toy.isActive && isOnAir(toy, now)
    const isResting = restsUntil(menu, lastEndedAt, now) !== null
    const isAvailable = isOpen && isToyOnline(toy, now) && !isTaken && !isResting
    const queue: ToyQueue = queues.get(toyId) ?? {
      toyId,
      toyName,
      isBusy: isTaken,
      isOpen,
      isAvailable,
      entries: [],
    }
    queue.entries.push({ ...place, isEligible: isWelcome && isInvited(menu.audience, guest) })
    queues.set(toyId, queue)
  }
  return [...queues.values()]
}

/** The queue for a toy, which may be empty. */
const findToyQueue = async (db: Db, toyId: string, now: Date): Promise<ToyQueue | undefined> =>
  (await findQueues(db, eq(toyQueue.toyId, toyId), now))[0]

/** Whether a queue has a due transition. */
export const isQueueChangeDue = (queue: QueueState, now: Date): boolean => {
  const after = advanceQueue(queue, now)
  return after.length !== queue.entries.length || after.some((place, at) => place !== queue.entries[at])
}

/**
 * Advances a toy's queue to the current time, under the toy's lock, which every start takes as well: so the user who is notified
 * of the claim window can use it.
 * @returns whether anything was due
 */
export const advanceToyQueue = (db: Db, toyId: string, now: Date): Promise<boolean> =>
  db.transaction(async tx => {
    await lockToy(tx, toyId)
    const queue = await findToyQueue(tx, toyId, now)
    if (!queue || !isQueueChangeDue(queue, now)) return false
    await saveQueue(tx, queue, advanceQueue(queue, now), now)
    return true
  })

const lockToy = (tx: Tx, toyId: string) =>
  tx.select().from(toys).where(eq(toys.id, toyId)).for('no key update')

async function saveQueue(
  tx: Tx,
  { toyId, toyName, entries: places }: ToyQueue,
  after: QueueEntry[],
  now: Date,
): Promise<void> {
  const kept = new Set(after.map(({ userId }) => userId))
  const gone = places.filter(({ userId }) => !kept.has(userId)).map(({ userId }) => userId)
  if (gone.length > 0) await tx.delete(toyQueue).where(inArray(toyQueue.userId, gone))
  const [before, next] = [places, after].map(all => all.find(({ claimUntil }) => claimUntil !== null))
  if (before?.userId === next?.userId) return
  const isOffered = and(eq(toyQueue.toyId, toyId), isNotNull(toyQueue.claimUntil))
  await tx.update(toyQueue).set({ claimUntil: null }).where(isOffered)
  if (!next) return
  await tx.update(toyQueue).set({ claimUntil: next.claimUntil }).where(eq(toyQueue.userId, next.userId))
  await notifyUser(tx, next.userId, {
    kind: 'TOY_FREE',
    params: { toyName, seconds: CLAIM_WINDOW_MS / 1000 },
    about: `${toyId} ${now.toISOString()}`,
    path: LIVE_PAGE_PATH,
  })
}

/**
 * Joins the queue for a toy; an existing position is kept.
 * @throws Problem NOT_FOUND (also for a toy that is inactive or off the air), SESSION_EXISTS, TOY_OFFLINE, INSUFFICIENT_MINUTES,
 * NOT_RECEIVING, TOY_FREE when the toy can be started on, QUEUED_ELSEWHERE
 */
export const joinToyQueue = (db: Db, userId: string, toyId: string, now: Date): Promise<void> =>
  db.transaction(async tx => {
    const [toy] = await lockToy(tx, toyId)
    const [user] = toy ? await findWaiter(tx, userId, toy) : []
    if (!toy?.isActive || !isOnAir(toy, now) || !user || user.isHidden)
      throw new Problem('NOT_FOUND', { message: 'Deze toy is er niet (meer).' })
    if (user.isPlaying) throw new Problem('SESSION_EXISTS')
    if (!isToyOnline(toy, now)) throw new Problem('TOY_OFFLINE')
    if (user.balance <= BLOCKED_BALANCE_MINUTES) throw new Problem('INSUFFICIENT_MINUTES')
    const { menu, lastEndedAt } = await findMenuRow(tx, toy.ownerId)
    if (!isInvited(menu.audience, user)) throw new Problem('NOT_RECEIVING')
    const others = await findToyQueue(tx, toyId, now)
    const isWaitedFor = others?.entries.some(place => place.userId === userId || isPresent(place, now))
    const isResting = restsUntil(menu, lastEndedAt, now) !== null
    if (!user.isTaken && !isWaitedFor && !isResting) throw new Problem('TOY_FREE')
    const joined = await tx
      .insert(toyQueue)
      .values({ userId, toyId, joinedAt: now, seenAt: now })
      .onConflictDoUpdate({
        target: toyQueue.userId,
        set: { seenAt: now },
        setWhere: eq(toyQueue.toyId, toyId),
      })
      .returning({ userId: toyQueue.userId })
    if (joined.length === 0) throw new Problem('QUEUED_ELSEWHERE')
  })

const findWaiter = (tx: Tx, userId: string, toy: { id: string; ownerId: string }) =>
  tx
    .select({
      balance: users.minutesBalance,
      isHidden: isHiddenFrom(userId, toy.ownerId),
      isFavourite: isFavourite(userId, toy.ownerId),
      hasPlayed: hasPlayed(userId, toy.ownerId),
      isPlaying: sql<boolean>`${existsLiveSession(tx, eq(toyControlSessions.userId, userId))}`,
      isTaken: sql<boolean>`${existsLiveSession(tx, eq(toyControlSessions.toyDeviceId, toy.id))}`,
    })
    .from(users)
    .where(eq(users.id, userId))

/**
 * Whether the queue allows a user to start on a toy, for a transaction that holds the toy's lock. A user who starts leaves every
 * queue, and the notification of the claim window is marked as read.
 */
export async function claimTurn(tx: Tx, userId: string, toyId: string, now: Date): Promise<boolean> {
  const queue = await findToyQueue(tx, toyId, now)
  if (queue && !canStartOnToy(queue, userId, now)) return false
  const [place] = await tx.delete(toyQueue).where(eq(toyQueue.userId, userId)).returning()
  if (place?.claimUntil) await setNotificationsReadByPath(tx, userId, LIVE_PAGE_PATH, now)
  return true
}

/** Leaves the queue. @throws Problem NOT_FOUND when there was no position */
export async function leaveToyQueue(db: Db, userId: string, toyId: string): Promise<void> {
  const gone = await db
    .delete(toyQueue)
    .where(and(eq(toyQueue.userId, userId), eq(toyQueue.toyId, toyId)))
    .returning({ userId: toyQueue.userId })
  if (gone.length === 0) throw new Problem('NOT_FOUND')
}

/** Records a queue heartbeat. @returns the toy's id; undefined when the user is in no queue, or was away for too long */
export async function recordQueueHeartbeat(db: Db, userId: string, now: Date): Promise<string | undefined> {
  const since = new Date(now.getTime() - POSITION_TIMEOUT_MS)
  const [place] = await db
    .update(toyQueue)
    .set({ seenAt: now })
    .where(and(eq(toyQueue.userId, userId), sql`${toyQueue.seenAt} > ${since.toISOString()}::timestamptz`))
    .returning({ toyId: toyQueue.toyId })
  return place?.toyId
}
