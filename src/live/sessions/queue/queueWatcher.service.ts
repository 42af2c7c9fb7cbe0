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

/**
 * How often queues are read while some user is in one, and while none is known to be, in milliseconds. Whoever joins one is announced to
 * all nodes; when that is lost, the node where they joined advances it, and the others see it so much later.
 */
const CHECK_INTERVAL_MS = { waiting: 500, idle: 30_000 }
/** How soon they are read after a change, in milliseconds; changes until then are read together. */
const SETTLE_MS = 50

/** The queues for toys, advanced by the clock on this node and by each read of a position. */
export class QueueWatcher {
  readonly #platform: Platform
  readonly #unsubscribe: () => void
  #timer: NodeJS.Timeout | undefined
  /** When they are read next, by `performance.now()`. */
  #lookAt = Infinity
  #isLooking = false
  #isStarted = false
  /** By toy, the queue's state and its users at the last tick. */
  #known = new Map<string, ReturnType<typeof queueFingerprint>>()

  constructor(platform: Platform) {
    this.#platform = platform
    this.#unsubscribe = platform.bus.subscribe('toys.changed', () => this.#lookWithin(SETTLE_MS))
  }

  start(): void {
    this.#isStarted = true
    this.#lookWithin(0)
  }

  close(): void {
    this.#isStarted = false
    clearTimeout(this.#timer)
    this.#unsubscribe()
  }

  /** @throws Problem as `joinToyQueue` does */
  async join(userId: string, toyId: string): Promise<QueuePositionResponse | null> {
    const { db, bus, now } = this.#platform
    await joinToyQueue(db, userId, toyId, now())
    bus.publish('toys.changed', null)
    return this.#positionOf(userId)
  }

  /** @throws Problem NOT_FOUND */
  async leave(userId: string, toyId: string): Promise<void> {
    await leaveToyQueue(this.#platform.db, userId, toyId)
    this.#platform.bus.publish('toys.changed', null)
  }

  /** The user's own position; reading it counts as a heartbeat. */
  async readPosition(userId: string): Promise<QueuePositionResponse | null> {
    const { db, now } = this.#platform
    const toyId = await recordQueueHeartbeat(db, userId, now())
    if (toyId === undefined) return null
    await this.#move(eq(toyQueue.toyId, toyId))
    return this.#positionOf(userId)
  }

  async #positionOf(userId: string): Promise<QueuePositionResponse | null> {
    const { db, now } = this.#platform
    return (await findQueuePositions(db, [userId], now())).get(userId) ?? null
  }

  /** Advances the queues that are due. @returns all queues afterwards */
  async #move(where?: SQL): Promise<ToyQueue[]> {
    const { db, bus, now } = this.#platform
    const queues = await findQueues(db, where, now())
    const due = queues.filter(queue => isQueueChangeDue(queue, now()))
    const moved = []
    for (const { toyId } of due) moved.push(await advanceToyQueue(db, toyId, now()))
    if (!moved.includes(true)) return queues
    bus.publish('toys.changed', null)
    return findQueues(db, where, now())
  }

  /** Publishes which users' positions changed or were lost since the last tick. */
  #compare(queues: ToyQueue[]): void {
    const known = this.#known
    const seen = new Map(queues.map(queue => [queue.toyId, queueFingerprint(queue)]))
    const changed = [...new Set([...known.keys(), ...seen.keys()])].filter(
      toyId => known.get(toyId)?.text !== seen.get(toyId)?.text,
    )
    const userIds = changed.flatMap(toyId => [known, seen].flatMap(all => all.get(toyId)?.userIds ?? []))
    this.#known = seen
    if (userIds.length > 0) this.#platform.bus.publish('queue.changed', { userIds: [...new Set(userIds)] })
  }

  /** Reads the queues in `ms` milliseconds, unless they are read earlier. */
  #lookWithin(ms: number): void {
    const at = performance.now() + ms
    // The first read includes all changes before it.
    if (!this.#isStarted || at >= this.#lookAt) return
    this.#lookAt = at
    clearTimeout(this.#timer)
    // The read that is under way looks at the time when it is done.
    if (!this.#isLooking) this.#timer = setTimeout(() => void this.#look(), ms)
  }

  async #look(): Promise<void> {
    this.#isLooking = true
    this.#lookAt = Infinity
    let pauseMs = CHECK_INTERVAL_MS.waiting
    try {
      const queues = await this.#move()
      this.#compare(queues)
      if (queues.length === 0) pauseMs = CHECK_INTERVAL_MS.idle
    } catch (error) {
      this.#platform.log.error({ err: error }, 'queues could not be read')
    }
    this.#isLooking = false
    const changedMs = this.#lookAt - performance.now()
    this.#lookAt = Infinity
    this.#lookWithin(Math.max(0, Math.min(changedMs, pauseMs)))
  }
}

/** The part of a queue that its users see, for comparison. */
const queueFingerprint = ({ entries: places, isBusy: isTaken }: ToyQueue) => ({
  text: JSON.stringify([isTaken, places.map(({ userId, claimUntil }) => [userId, claimUntil])]),
  userIds: places.map(({ userId }) => userId),
})
