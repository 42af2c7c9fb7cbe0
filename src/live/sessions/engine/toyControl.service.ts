import type { z } from 'zod'
import type { ToyTarget } from '../../toys/gateway.ts'
import { patternStrengths } from '../../toys/pattern.rules.ts'
import type { CurrentOutput } from '../contract.ts'
import { isLeasedHere, remoteNodeOf, canControlToy } from '../rules.ts'
import type { Engine } from './engine.service.ts'
import type { LiveSession, SessionWithToy, SessionEffect } from './sessionState.rules.ts'
import { createToyCommand, isOnMenu } from './toyCommand.rules.ts'
import { queueOf, sessionQueue } from './toyQueues.service.ts'

/** Changes of a toy's output are published to the other nodes after this delay, in milliseconds, which limits their rate. */
const OUTPUT_BROADCAST_MS = 200

/** Stops a session's toy, and publishes its output once it is stopped. */
export function stopSessionToy(engine: Engine, entry: LiveSession): void {
  entry.isRunning = false
  entry.remoteOutput = null
  if (entry.handover) entry.handover = { ...entry.handover, output: null }
  const queue = sessionQueue(engine, entry.current)
  queue.stop({ leasedUntil: entry.leasedUntil })
  void queue.whenIdle().then(() => publishOutput(engine, entry))
}

/** Releases a session's toy, which another node controls now: nothing more is sent to it. */
export function releaseSessionToy(engine: Engine, entry: LiveSession): void {
  entry.isRunning = false
  sessionQueue(engine, entry.current).release()
  publishOutput(engine, entry)
}

/** Lets a session's toy resume the output that it had on the node that handed it over. */
function resumeSessionToy(engine: Engine, entry: LiveSession): void {
  const output = entry.handover?.output
  entry.handover = null
  // A node of another version may know other patterns.
  if (!output || (output.pattern !== null && !patternStrengths(output.pattern))) return
  const { toyDeviceId } = entry.current.session
  const { command, intensity, pattern } = output
  const again = { toyDeviceId, command, ...(intensity && { intensity }), ...(pattern && { pattern }) }
  if (!isOnMenu(entry, pattern)) return
  entry.isRunning = true
  entry.lastSequence += 1
  const publish = () => publishOutput(engine, entry)
  // A failure is logged by the queue, which then stops the toy.
  sessionQueue(engine, entry.current).submit(createToyCommand(entry, again)).then(publish, publish)
}

/** Stops toys, and waits until they acknowledge or `timeoutMs` is over; a stop that is owed then is still sent. */
export async function stopToys(engine: Engine, targets: ToyTarget[], timeoutMs: number): Promise<void> {
  const queues = targets.map(target => queueOf(engine, target))
  for (const queue of queues) queue.stop()
  const timeout = Promise.withResolvers<void>()
  const timer = setTimeout(timeout.resolve, timeoutMs)
  await Promise.race([timeout.promise, Promise.all(queues.map(queue => queue.whenIdle()))])
  clearTimeout(timer)
}

/**
 * Carries out the effects of a read of a session's row.
 * @param known the user's entry before the read, perhaps of another session
 * @param entry the one after it
 */
export function runEffects(
  engine: Engine,
  known: LiveSession | null,
  entry: LiveSession,
  effects: SessionEffect[],
): void {
  for (const effect of effects) runEffect(engine, known ?? entry, entry, effect)
}

function runEffect(engine: Engine, known: LiveSession, entry: LiveSession, effect: SessionEffect): void {
  const { bus } = engine.platform
  const { userId, id: sessionId } = entry.current.session
  switch (effect) {
    case 'stopToy':
      return stopSessionToy(engine, known)
    case 'releaseToy':
      return releaseSessionToy(engine, known)
    case 'takeOverToy':
      return sessionQueue(engine, entry.current).takeOver()
    case 'resumeToy':
      return resumeSessionToy(engine, entry)
    case 'publishChanged':
      return bus.publish('session.changed', { userId })
    case 'publishToys':
      return bus.publish('toys.changed', null)
    case 'publishMoved':
      return bus.publish('session.transitioned', { userId, sessionId })
  }
}

/** Publishes the present output of a session's toy: on this node at once, to the others after a delay. */
export function publishOutput(engine: Engine, entry: LiveSession): void {
  const { cluster, outputTimers, platform } = engine
  const { userId } = entry.current.session
  platform.bus.publish('session.changed', { userId })
  if (!cluster.isShared || !isLeasedHere(entry, performance.now()) || outputTimers.has(entry)) return
  const broadcast = () => {
    outputTimers.delete(entry)
    cluster.broadcastOutput(userId, localOutput(engine, entry.current))
  }
  outputTimers.set(entry, setTimeout(broadcast, OUTPUT_BROADCAST_MS).unref())
}

/** The output of a session's toy now, or null. */
export function getOutput(engine: Engine, current: SessionWithToy): z.input<typeof CurrentOutput> | null {
  const { status, userId } = current.session
  if (status !== 'ACTIVE') return null
  const entry = engine.live.get(userId)
  const isElsewhere = entry && remoteNodeOf(entry.current.session, engine.cluster.node) !== null
  if (!entry?.remoteOutput || !isElsewhere) return localOutput(engine, current)
  // As far as this node knows: that it runs for as long as it is allowed to.
  const { session, balance } = entry.current
  const { shownOutput, at } = entry.remoteOutput
  return canControlToy(session, balance, engine.platform.now()) ? { ...shownOutput, startedAt: at } : null
}

function localOutput(engine: Engine, current: SessionWithToy): z.input<typeof CurrentOutput> | null {
  const playing = sessionQueue(engine, current).getPlaying()
  if (!playing) return null
  const startedAt = new Date(engine.platform.now().getTime() - playing.elapsedMs)
  return { ...playing.command.shownOutput, startedAt }
}
