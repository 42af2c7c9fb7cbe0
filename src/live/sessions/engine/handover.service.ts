import { setTimeout as pause } from 'node:timers/promises'
import { isLeasedHere } from '../rules.ts'
import type { Engine } from './engine.service.ts'
import type { SessionRow } from './sessionState.rules.ts'
import { CONFIRM_MS, LOOK_TIMEOUT_MS } from './toyCommandQueue.rules.ts'
import type { ToyCommandQueue } from './toyCommandQueue.service.ts'
import { sessionQueue } from './toyQueues.service.ts'

/** How long a node that stops waits for stops to be acknowledged before others may take its sessions, in milliseconds. */
const HANDOVER_TIMEOUT_MS = 1000

/**
 * Stops the toys that this node controls, and hands its sessions to the other nodes.
 *
 * No command is taken from the first statement on, so that the last output of a toy is final when the other nodes hear of it.
 * They hear at once, because a lease may expire meanwhile, and again before the leases are released, because a message may be
 * lost: the node that takes a lease must know the output.
 */
export async function handOver(engine: Engine): Promise<void> {
  const { cluster, live, platform, sessionMutex } = engine
  const left = [...live.values()].flatMap(entry => {
    const isLeased = isLeasedHere(entry, performance.now())
    const queue = sessionQueue(engine, entry.current)
    const command = isLeased ? queue.handOver() : null
    Object.assign(entry, { isRunning: false, leasedUntil: -Infinity })
    return isLeased ? [{ session: entry.current.session, queue, output: command?.shownOutput ?? null }] : []
  })
  const announce = () => {
    for (const { session, output } of left)
      cluster.announceHandover(session.userId, session.id, { generation: session.generation, output })
    return platform.bus.flush()
  }
  void announce()
  const done = left.flatMap(({ session, queue, output }) => [
    // A renewal that has begun would claim the lease again.
    sessionMutex.run(session.id, async () => undefined),
    ...(output ? [queue.whenIdle()] : []),
  ])
  await Promise.race([pause(HANDOVER_TIMEOUT_MS, undefined, { ref: false }), Promise.all(done)])
  engine.stopsRepeated = repeatStops(engine, left)
  await announce()
  await releaseLeases(engine)
}

/**
 * Sends the stops and zeros again, as after every stop, to the toys that no other node has by then: this may be the last node, and a toy that
 * lost the first zeros would run on until the next start.
 */
async function repeatStops(
  { isControlledElsewhere }: Engine,
  left: { session: SessionRow; queue: ToyCommandQueue }[],
): Promise<void> {
  if (left.length === 0) return
  const stoppedAt = performance.now()
  for (const ms of CONFIRM_MS) {
    await pause(Math.max(0, stoppedAt + ms - performance.now()))
    const areTaken = await Promise.all(
      left.map(({ session: { toyDeviceId: toyId } }) =>
        Promise.race([isControlledElsewhere({ toyId }), pause(LOOK_TIMEOUT_MS, false)]),
      ),
    )
    for (const [at, { queue }] of left.entries()) if (!areTaken[at]) queue.stopWithoutConfirming()
  }
}

export const releaseLeases = ({ cluster, platform }: Engine): Promise<void> =>
  cluster
    .releaseLeases()
    .catch((error: unknown) => platform.log.warn({ err: error }, 'leases were not released'))
