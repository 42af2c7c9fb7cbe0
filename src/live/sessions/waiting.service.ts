import { eq, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import type { Platform } from '../../platform/platform.ts'
import { placesOf } from './places.service.ts'
import type { QueuePlace } from './queue.contract.ts'
import {
  beatQueue,
  isQueueDue,
  joinToyQueue,
  leaveToyQueue,
  moveQueue,
  readQueues,
  type ToyQueue,
} from './queue.service.ts'
import { toyQueue } from './table.ts'
import { realTime } from './time.service.ts'

/** How often queues are looked at while someone waits, and while nobody is known to, in milliseconds. */
const LOOK_MS = { waiting: 500, idle: 5000 }
/** How soon they are after something changed, in milliseconds. */
const SOON_MS = 50

type Shown = z.input<typeof QueuePlace>

/** The queues for toys, moved by the clock on this node, and by whoever looks. */
export interface Waiting {
  begin(): void
  close(): void
  /** @throws Problem as `joinToyQueue` does */
  join(userId: string, toyId: string): Promise<Shown | null>
  /** @throws Problem NOT_FOUND */
  leave(userId: string, toyId: string): Promise<void>
  /** One's own place, which this keeps. */
  read(userId: string): Promise<Shown | null>
}

export function createWaiting({ db, bus, log, now }: Platform): Waiting {
  let timer: NodeJS.Timeout | undefined
  let lookAt = 0
  let looking = false
  /** By toy, what the queue was when it was last looked at, and who was in it. */
  let known = new Map<string, { text: string; userIds: string[] }>()

  const placeOf = async (userId: string) => (await placesOf(db, [userId], now())).get(userId) ?? null

  /** Moves the queues that are due. @returns what there is then */
  async function move(where?: SQL): Promise<ToyQueue[]> {
    const queues = await readQueues(db, where, now())
    const due = queues.filter(queue => isQueueDue(queue, now()))
    const moved = []
    for (const { toyId } of due) moved.push(await moveQueue(db, toyId, now()))
    if (!moved.includes(true)) return queues
    bus.publish('toys.changed', null)
    return readQueues(db, where, now())
  }

  /** Tells those whose place is another than at the last look, or gone. */
  function compare(queues: ToyQueue[]): void {
    const seen = new Map(queues.map(queue => [queue.toyId, outlineOf(queue)]))
    const changed = [...new Set([...known.keys(), ...seen.keys()])].filter(
      toyId => known.get(toyId)?.text !== seen.get(toyId)?.text,
    )
    const userIds = changed.flatMap(toyId => [known, seen].flatMap(all => all.get(toyId)?.userIds ?? []))
    known = seen
    if (userIds.length > 0) bus.publish('queue.changed', { userIds: [...new Set(userIds)] })
  }

  async function tick(): Promise<void> {
    if (looking || realTime.now() < lookAt) return
    looking = true
    lookAt = Infinity
    let pause = LOOK_MS.waiting
    try {
      const queues = await move()
      compare(queues)
      if (queues.length === 0) pause = LOOK_MS.idle
    } catch (error) {
      log.error({ err: error }, 'queues could not be looked at')
    } finally {
      // What changed meanwhile has asked for a look of its own.
      lookAt = Math.min(lookAt, realTime.now() + pause)
      looking = false
    }
  }

  const unsubscribe = bus.subscribe('toys.changed', () => void (lookAt = 0))

  return {
    begin: () => void (timer = setInterval(() => void tick(), SOON_MS)),
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
    async read(userId) {
      const toyId = await beatQueue(db, userId, now())
      if (toyId === undefined) return null
      await move(eq(toyQueue.toyId, toyId))
      return placeOf(userId)
    },
  }
}

/** What those who wait would see a difference in. */
const outlineOf = ({ places, isTaken }: ToyQueue) => ({
  text: JSON.stringify([isTaken, places.map(({ userId, claimUntil }) => [userId, claimUntil])]),
  userIds: places.map(({ userId }) => userId),
})
