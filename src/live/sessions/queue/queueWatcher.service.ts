import { eq, type SQL } from 'drizzle-orm'
import type { Platform } from '../../../platform/platform.ts'
import { findQueuePositions, type QueuePositionResponse } from './queuePositions.service.ts'
import {
  recordQueueHeartbeat,
  isQueueChangeDue,
  joinToyQueue,
  leaveToyQueue,
  advanceToyQueue,
  findQueues,
  type ToyQueue,
} from './service.ts'
import { toyQueue } from '../table.ts'

/** How often queues are read while some user is in one, and while none is known to be, in milliseconds. */
const CHECK_INTERVAL_MS = { waiting: 500, idle: 5000 }
/** How soon they are read after a change, in milliseconds. */
const TICK_MS = 50

/** The queues for toys, advanced by the clock on this node and by each read of a position. */
export interface QueueWatcher {
  start(): void
  close(): void
  /** @throws Problem as `joinToyQueue` does */
  join(userId: string, toyId: string): Promise<QueuePositionResponse | null>
  /** @throws Problem NOT_FOUND */
  leave(userId: string, toyId: string): Promise<void>
  /** The user's own position; reading it counts as a heartbeat. */
  readPosition(userId: string): Promise<QueuePositionResponse | null>
}

export function createQueueWatcher({ db, bus, log, now }: Platform): QueueWatcher {
  let timer: NodeJS.Timeout | undefined
  let lookAt = 0
  let looking = false
  /** By toy, the queue's state at the last tick, and who was in it. */
  let known = new Map<string, { text: string; userIds: string[] }>()

  const placeOf = async (userId: string) =>
    (await findQueuePositions(db, [userId], now())).get(userId) ?? null

  /** Advances the queues that are due. @returns all queues afterwards */
  async function move(where?: SQL): Promise<ToyQueue[]> {
    const queues = await findQueues(db, where, now())
    const due = queues.filter(queue => isQueueChangeDue(queue, now()))
    const moved = []
    for (const { toyId } of due) moved.push(await advanceToyQueue(db, toyId, now()))
    if (!moved.includes(true)) return queues
    bus.publish('toys.changed', null)
    return findQueues(db, where, now())
  }

  /** Publishes which users' positions changed or were lost since the last tick. */
  function compare(queues: ToyQueue[]): void {
    const seen = new Map(queues.map(queue => [queue.toyId, queueFingerprint(queue)]))
    const changed = [...new Set([...known.keys(), ...seen.keys()])].filter(
      toyId => known.get(toyId)?.text !== seen.get(toyId)?.text,
    )
    const userIds = changed.flatMap(toyId => [known, seen].flatMap(all => all.get(toyId)?.userIds ?? []))
    known = seen
    if (userIds.length > 0) bus.publish('queue.changed', { userIds: [...new Set(userIds)] })
  }

  async function tick(): Promise<void> {
    if (looking || performance.now() < lookAt) return
    looking = true
    lookAt = Infinity
    let pause = CHECK_INTERVAL_MS.waiting
    try {
      const queues = await move()
      compare(queues)
      if (queues.length === 0) pause = CHECK_INTERVAL_MS.idle
    } catch (error) {
      log.error({ err: error }, 'queues could not be read')
    } finally {
      // A change in the meantime has scheduled a tick of its own.
      lookAt = Math.min(lookAt, performance.now() + pause)
      looking = false
    }
  }

  const unsubscribe = bus.subscribe('toys.changed', () => void (lookAt = 0))

  return {
    start: () => void (timer = setInterval(() => void tick(), TICK_MS)),
    close() {
      clearInterval(timer)
      unsubscribe()
    },
    async join(userId, toyId) {
      await joinToyQueue(db, userId, toyId, now())
      bus.publish('toys.changed', null)
      return placeOf(userId)
    },
    async leave(userId, toyId) {
      await leaveToyQueue(db, userId, toyId)
      bus.publish('toys.changed', null)
    },
    async readPosition(userId) {
      const toyId = await recordQueueHeartbeat(db, userId, now())
      if (toyId === undefined) return null
      await move(eq(toyQueue.toyId, toyId))
      return placeOf(userId)
    },
  }
}

/** What a user in the queue sees of it, for comparison. */
const queueFingerprint = ({ entries: places, isBusy: isTaken }: ToyQueue) => ({
  text: JSON.stringify([isTaken, places.map(({ userId, claimUntil }) => [userId, claimUntil])]),
  userIds: places.map(({ userId }) => userId),
})
