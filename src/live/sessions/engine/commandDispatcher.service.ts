import type { z } from 'zod'
import { createLimit } from '../../../platform/limit.ts'
import type { Platform } from '../../../platform/platform.ts'
import { Problem } from '../../../wire/problem.ts'
import type { ControlCommand, CurrentOutput } from '../contract.ts'
import { createRemoteCommands } from '../cluster/remoteCommand.service.ts'
import type { ToyCommandQueues } from '../mailroom.service.ts'
import { invalidateCommands } from '../cluster/lease.service.ts'
import type { SessionRegistry } from './sessionRegistry.service.ts'
import { isLeasedHere, type LiveSession, type SessionWithToy } from './liveSession.rules.ts'
import { monotonicClock } from './clock.service.ts'
import { canControlToy, controlRefusal } from '../rules.ts'
import { createToyCommand, validatePattern } from './toyCommand.rules.ts'

/** What a toy does is told to the other nodes this long after it changed, in milliseconds: at the most so often. */
const OUTPUT_BROADCAST_MS = 200

/** Commands of one user, over all their tabs and doors. */
const MAX_COMMANDS_PER_SECOND = 20

/** Made once: a flood of commands is not worth a trace of the stack each. */
const noActiveSession = new Problem('NO_ACTIVE_SESSION')

/** The way of a command from whoever sends it to the toy, by this node or the one that controls the session. */
export interface CommandDispatcher {
  /**
   * Returns the command's number in its session, once the provider took it or a later one replaced it: also one that
   * is not wanted any more when its turn has come.
   * @throws Problem INVALID_INPUT, RATE_LIMITED, NO_ACTIVE_SESSION, NOT_FOUND, LOW_BALANCE (in this order) or PROVIDER_UNAVAILABLE.
   */
  send: (userId: string, command: ControlCommand, isStillWanted?: () => boolean) => Promise<number>
  /** What the session's toy does now, or null. */
  getOutput: (seen: SessionWithToy) => z.input<typeof CurrentOutput> | null
  /** Stops a session's toy, and says so to whoever watches once it is still. */
  stopSessionToy(live: LiveSession): void
  /** Gives up a session that another node controls now: nothing is sent for it any more. */
  releaseToy(live: LiveSession): void
}

export function createCommandDispatcher(
  { db, bus, config, now }: Platform,
  mailroom: ToyCommandQueues,
  roster: SessionRegistry,
): CommandDispatcher {
  const flood = createLimit(Math.ceil(MAX_COMMANDS_PER_SECOND * config.rateLimitFactor), 1000, now)
  const handover = createRemoteCommands(bus, (userId, command) => {
    const live = roster.getLive(userId)
    return live && isLeasedHere(live, monotonicClock.now()) ? obey(live, command) : undefined
  })

  function tell(live: LiveSession): void {
    bus.publish('session.changed', { userId: live.current.session.userId })
    if (bus.isShared && isLeasedHere(live, monotonicClock.now()))
      live.broadcastTimer ??= setTimeout(() => share(live), OUTPUT_BROADCAST_MS).unref()
  }

  /** Other nodes have tabs that watch, the creator's among them. */
  function share(live: LiveSession): void {
    live.broadcastTimer = null
    const { current: seen } = live
    const playing = outputOf(seen)
    const output = playing && { told: playing, at: playing.startedAt.toISOString() }
    bus.publish('session.played', { userId: seen.session.userId, output })
  }

  bus.subscribe('session.played', ({ userId, output }, from) => {
    const live = roster.getLive(userId)
    if (!live || from === 'here' || isLeasedHere(live, monotonicClock.now())) return
    live.remoteOutput = output && {
      told: output.told as Omit<CurrentOutput, 'startedAt'>,
      at: new Date(output.at),
    }
    tell(live)
  })

  function outputOf(seen: SessionWithToy) {
    const playing = mailroom.forSession(seen).getPlaying()
    return (
      playing && { ...playing.command.shownOutput, startedAt: new Date(now().getTime() - playing.elapsedMs) }
    )
  }

  function quiet(live: LiveSession): void {
    live.isRunning = false
    live.remoteOutput = null
    const mailbox = mailroom.forSession(live.current)
    mailbox.stop()
    void mailbox.whenIdle().then(() => tell(live))
  }

  /** @throws Problem for a command that the session does not allow now */
  function check(
    { isEnding: ending, current: { session, balance } }: LiveSession,
    command: ControlCommand,
  ): void {
    const isStop = command.command === 'stop'
    const refusal = isStop ? null : ending ? 'NO_ACTIVE_SESSION' : controlRefusal(session, balance, now())
    if (refusal === 'NO_ACTIVE_SESSION') throw noActiveSession
    if (command.toyDeviceId !== session.toyDeviceId) throw new Problem('NOT_FOUND')
    if (refusal) throw new Problem(refusal)
  }

  /** Carries a command out for a session of this node's. */
  async function obey(live: LiveSession, command: ControlCommand): Promise<number> {
    check(live, command)
    const sequence = (live.lastSequence += 1)
    if (command.command === 'stop') {
      quiet(live)
      return sequence
    }
    live.isRunning = true
    await mailroom.forSession(live.current).submit(createToyCommand(live, command))
    tell(live)
    return sequence
  }

  /** A stop goes to the toy from here as well: whoever sends it, it only makes silence. */
  async function stopElsewhere(live: LiveSession, node: string, command: ControlCommand): Promise<number> {
    check(live, command)
    quiet(live)
    const { id, userId } = live.current.session
    const sequence = await handover.send(node, userId, command)
    if (sequence === undefined) await invalidateCommands(db, id)
    return sequence ?? live.lastSequence
  }

  /** By the node that controls the session; should that be gone, by this one when it may. */
  async function runSomewhere(live: LiveSession, command: ControlCommand): Promise<number | undefined> {
    if (isLeasedHere(live, monotonicClock.now())) return obey(live, command)
    check(live, command)
    const node = roster.getRemoteNode(live)
    if (node === null) return undefined
    const { shownOutput: told } = createToyCommand(live, command)
    const sequence = await handover.send(node, live.current.session.userId, command)
    if (sequence === undefined) return undefined
    live.remoteOutput = { told, at: now() }
    tell(live)
    return sequence
  }

  /** As far as is known here: that it goes on as long as it may. */
  const outputElsewhere = (
    { current: { session, balance } }: LiveSession,
    { told, at }: NonNullable<LiveSession['remoteOutput']>,
  ) => (canControlToy(session, balance, now()) ? { ...told, startedAt: at } : null)

  return {
    async send(userId, command, isStillWanted = () => true) {
      validatePattern(command)
      const isStop = command.command === 'stop'
      // A stop is never refused for coming too often.
      if (!isStop) flood.take(userId)
      // A stop does not wait for the database when the session is known.
      const live = (isStop && roster.getLive(userId)) || (await roster.findLive(userId))
      if (!live) throw noActiveSession
      if (isStop) {
        const node = roster.getRemoteNode(live)
        return node === null ? obey(live, command) : stopElsewhere(live, node, command)
      }
      if (!isStillWanted()) return live.lastSequence
      const sequence = await runSomewhere(live, command)
      if (sequence !== undefined || !isStillWanted()) return sequence ?? live.lastSequence
      await roster.refresh(live.current.session.id, true)
      const again = await runSomewhere(live, command)
      if (again === undefined) throw new Problem('PROVIDER_UNAVAILABLE')
      return again
    },

    getOutput(seen) {
      const { status, userId } = seen.session
      if (status !== 'ACTIVE') return null
      const live = roster.getLive(userId)
      if (live?.remoteOutput && roster.getRemoteNode(live) !== null)
        return outputElsewhere(live, live.remoteOutput)
      return outputOf(seen)
    },

    stopSessionToy: quiet,

    releaseToy(live) {
      live.isRunning = false
      mailroom.forSession(live.current).release()
      tell(live)
    },
  }
}
