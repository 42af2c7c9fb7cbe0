import { setTimeout as pause } from 'node:timers/promises'
import { Problem } from '../../../wire/problem.ts'
import type { ControlCommand } from '../contract.ts'
import { commandDelay, controlRefusal, isLeasedHere, mayRunHere, remoteNodeOf } from '../rules.ts'
import type { Engine } from './engine.service.ts'
import { addStop, isOlderThanStop, type CommandReceipt, type LiveSession } from './sessionState.rules.ts'
import { findLive, refresh } from './sessionRegistry.service.ts'
import { createToyCommand, validatePattern } from './toyCommand.rules.ts'
import { sessionQueue } from './toyQueues.service.ts'
import { publishOutput, stopSessionToy } from './toyControl.service.ts'

/** One shared object: building a stack trace for each refused command of a flood would be slow. */
const noActiveSession = new Problem('NO_ACTIVE_SESSION')

/**
 * Sends a command to the toy, through this node or the one that controls the session.
 * @returns its receipt, once the provider took it or a later one replaced it; also for one that was superseded before it was sent
 * @throws Problem INVALID_INPUT, RATE_LIMITED, NO_ACTIVE_SESSION, NOT_FOUND, CONFLICT while the creator lets it wait, LOW_BALANCE, NOT_ON_MENU (in this order) or PROVIDER_UNAVAILABLE
 */
export async function runCommand(
  engine: Engine,
  userId: string,
  command: ControlCommand,
): Promise<CommandReceipt> {
  const receivedAt = performance.now()
  const isStop = command.command === 'stop'
  const stopsThen = countStops(engine, userId)
  let outcome: 'done' | 'refused' | 'failed' = 'failed'
  try {
    validatePattern(command)
    // A stop is never rate limited, and does not wait for the database when the session is known.
    if (!isStop) engine.commandLimit.consume(userId)
    const entry = (isStop && engine.live.get(userId)) || (await findLive(engine, userId))
    if (!entry) throw noActiveSession
    const receipt = isStop
      ? await sendStop(engine, entry, command)
      : await sendOutput(engine, entry, command, { receivedAt, stopsThen })
    outcome = 'done'
    return receipt
  } catch (error) {
    if (error instanceof Problem && error.code !== 'PROVIDER_UNAVAILABLE') outcome = 'refused'
    throw error
  } finally {
    const seconds = (performance.now() - receivedAt) / 1000
    engine.platform.metrics?.recordCommand(isStop ? 'stop' : 'other', outcome, seconds)
  }
}

/** When a command was received: by this node's monotonic clock, and how many stops of the session it had been sent by then. */
interface Receipt {
  receivedAt: number
  stopsThen: number
}

/** How many stops of a user's session this node was sent. */
export const countStops = ({ live }: Engine, userId: string): number => live.get(userId)?.stops.count ?? 0

async function sendOutput(
  engine: Engine,
  entry: LiveSession,
  command: ControlCommand,
  received: Receipt,
): Promise<CommandReceipt> {
  const receipt = await runSomewhere(engine, entry, command, received)
  if (receipt) return receipt
  // The node that controls the session does not answer: this one takes over the lease if it may.
  await refresh(engine, entry.current.session.id, true)
  const retried = await runSomewhere(engine, entry, command, received)
  if (!retried) throw new Problem('PROVIDER_UNAVAILABLE')
  return retried
}

/** Of a command that was superseded, or of a stop that no other node acknowledged. */
const unsentReceipt = ({ lastSequence }: LiveSession): CommandReceipt => ({
  sequence: lastSequence,
  delay: null,
})

/** How long the answer to a forwarded stop is waited for, in milliseconds, before the stop is also written to the database. */
const STOP_PATIENCE_MS = 300

async function sendStop(
  engine: Engine,
  entry: LiveSession,
  command: ControlCommand,
): Promise<CommandReceipt> {
  const { id, userId } = entry.current.session
  const node = remoteNodeOf(entry.current.session, engine.cluster.node)
  // Without a lease another node may have taken the session over, unheard of.
  const isHere = node === null && !engine.leaving && isLeasedHere(entry, performance.now())
  if (isHere) return runCommandHere(engine, entry, command)
  check(engine, entry, command)
  entry.stops = addStop(entry.stops, command.order)
  const isControlled = node !== null && entry.handover === null
  // Stops from this node as well: an additional stop does no harm.
  stopSessionToy(engine, entry)
  const forwarded = isControlled ? engine.cluster.sendCommand(node, userId, command) : undefined
  // While the bus is silent, the database tells the other node: it is not waited for.
  const receipt = await Promise.race([forwarded, forwarded && pause(STOP_PATIENCE_MS, undefined)])
  forwarded?.catch(() => undefined)
  if (!receipt) {
    await engine.cluster.invalidateCommands(id)
    // Whichever node has taken it over meanwhile reads the row at once, this one included.
    engine.platform.bus.publish('session.transitioned', { userId, sessionId: id })
    await refresh(engine, id, false)
  }
  return receipt ?? unsentReceipt(entry)
}

/** Forwards to the node that controls the session. @returns undefined when there is none, or it does not answer */
async function runSomewhere(
  engine: Engine,
  entry: LiveSession,
  command: ControlCommand,
  received: Receipt,
): Promise<CommandReceipt | undefined> {
  const { cluster, platform } = engine
  if (mayRunHere(entry, performance.now())) return runCommandHere(engine, entry, command, received)
  check(engine, entry, command)
  if (isOlderThanStop(entry.stops, command.order, received.stopsThen)) return unsentReceipt(entry)
  const node = remoteNodeOf(entry.current.session, cluster.node)
  if (node === null) return undefined
  const { shownOutput } = createToyCommand(entry, command)
  const forwarded = {
    ...command,
    timing: waitedLonger(command.timing, performance.now() - received.receivedAt),
  }
  const receipt = await cluster.sendCommand(node, entry.current.session.userId, forwarded)
  if (!receipt) return undefined
  entry.remoteOutput = { shownOutput, at: platform.now() }
  entry.delay = receipt.delay ?? entry.delay
  publishOutput(engine, entry)
  return receipt
}

/** The other node counts from its own receipt of the command. */
const waitedLonger = (timing: ControlCommand['timing'], ms: number): ControlCommand['timing'] =>
  timing && { ...timing, waitedMs: timing.waitedMs + ms }

/** Carries a command out for a session that this node controls, from any node. */
export async function runCommandHere(
  engine: Engine,
  entry: LiveSession,
  command: ControlCommand,
  { receivedAt, stopsThen }: Receipt = { receivedAt: performance.now(), stopsThen: entry.stops.count },
): Promise<CommandReceipt> {
  check(engine, entry, command)
  if (command.command === 'stop') {
    entry.stops = addStop(entry.stops, command.order)
    stopSessionToy(engine, entry)
    return { sequence: (entry.lastSequence += 1), delay: null }
  }
  if (isOlderThanStop(entry.stops, command.order, stopsThen)) return unsentReceipt(entry)
  const toyCommand = createToyCommand(entry, command)
  const sequence = (entry.lastSequence += 1)
  entry.isRunning = true
  const providerMs = await sessionQueue(engine, entry.current).submit(toyCommand)
  const delay = commandDelay(command.timing, performance.now() - receivedAt, providerMs)
  if (providerMs === null) engine.platform.metrics?.recordSuperseded()
  if (delay) engine.platform.metrics?.recordDelay(delay)
  entry.delay = delay ?? entry.delay
  publishOutput(engine, entry)
  return { sequence, delay }
}

/** @throws Problem NO_ACTIVE_SESSION, NOT_FOUND, CONFLICT or LOW_BALANCE for a command that the session does not allow now */
function check(
  { platform }: Engine,
  { isEnding, current: { session, balance } }: LiveSession,
  { command, toyDeviceId }: ControlCommand,
): void {
  const isStop = command === 'stop'
  const refusal = isStop
    ? null
    : isEnding
      ? 'NO_ACTIVE_SESSION'
      : controlRefusal(session, balance, platform.now())
  if (refusal === 'NO_ACTIVE_SESSION') throw noActiveSession
  if (toyDeviceId !== session.toyDeviceId) throw new Problem('NOT_FOUND')
  if (refusal === 'CREATOR_WAITS') throw new Problem('CONFLICT', { message: 'De creator wil even wachten.' })
  if (refusal) throw new Problem(refusal)
}
