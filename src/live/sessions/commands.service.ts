import type { z } from 'zod'
import { createLimit } from '../../platform/limit.ts'
import type { Platform } from '../../platform/platform.ts'
import { Problem } from '../../wire/problem.ts'
import type { Command, Output } from './contract.ts'
import { createHandover } from './handover.service.ts'
import type { Wish } from './mailbox.service.ts'
import type { Mailroom } from './mailroom.service.ts'
import { voidCommands } from './ownership.service.ts'
import { isOurs, type Live, type Roster } from './roster.service.ts'
import { mayRun, refusalOf } from './rules.ts'
import type { Seen } from './service.ts'
import { wishOf } from './wish.service.ts'

/** What a toy does is told to the other nodes this long after it changed, in milliseconds: at the most so often. */
const SHARED_MS = 200

/** Commands of one user, over all their tabs and doors. */
const A_SECOND = 20

/** Made once: a flood of commands is not worth a trace of the stack each. */
const noActiveSession = new Problem('NO_ACTIVE_SESSION')

/** The way of a command from whoever sends it to the toy, by this node or the one that controls the session. */
export interface Commands {
  /**
   * Returns the command's number in its session, once the provider took it or a later one replaced it: also one that
   * is not wanted any more when its turn has come.
   * @throws Problem RATE_LIMITED, NO_ACTIVE_SESSION, NOT_FOUND, LOW_BALANCE (in this order) or PROVIDER_UNAVAILABLE.
   */
  send: (userId: string, command: Command, isStillWanted?: () => boolean) => Promise<number>
  /** What the session's toy does now, or null. */
  output: (seen: Seen) => z.input<typeof Output> | null
  /** Stops a session's toy, and says so to whoever watches once it is still. */
  quiet(live: Live): void
  /** Gives up a session that another node controls now: nothing is sent for it any more. */
  release(live: Live): void
}

export function createCommands(
  { db, bus, config, now }: Platform,
  mailroom: Mailroom,
  roster: Roster,
): Commands {
  const flood = createLimit(Math.ceil(A_SECOND * config.rateLimitFactor), 1000, now)
  const handover = createHandover(bus, (userId, command) => {
    const live = roster.known(userId)
    return live && isOurs(live) ? obey(live, command) : undefined
  })

  function tell(live: Live): void {
    bus.publish('session.changed', { userId: live.seen.session.userId })
    if (bus.isShared && isOurs(live)) live.sharing ??= setTimeout(() => share(live), SHARED_MS).unref()
  }

  /** Other nodes have tabs that watch, the creator's among them. */
  function share(live: Live): void {
    live.sharing = null
    const { seen } = live
    const playing = outputOf(seen)
    const output = playing && { told: playing, at: playing.startedAt.toISOString() }
    bus.publish('session.played', { userId: seen.session.userId, output })
  }

  bus.subscribe('session.played', ({ userId, output }, from) => {
    const live = roster.known(userId)
    if (!live || from === 'here' || isOurs(live)) return
    live.handed = output && { told: output.told as Wish['told'], at: new Date(output.at) }
    tell(live)
  })

  function outputOf(seen: Seen) {
    const playing = mailroom.of(seen).playing()
    return playing && { ...playing.wish.told, startedAt: new Date(now().getTime() - playing.elapsedMs) }
  }

  function quiet(live: Live): void {
    live.running = false
    live.handed = null
    const mailbox = mailroom.of(live.seen)
    mailbox.stop()
    void mailbox.settled().then(() => tell(live))
  }

  /** @throws Problem for a command that the session does not allow now */
  function check({ ending, seen: { session, balance } }: Live, command: Command): void {
    const isStop = command.command === 'stop'
    const refusal = isStop ? null : ending ? 'NO_ACTIVE_SESSION' : refusalOf(session, balance, now())
    if (refusal === 'NO_ACTIVE_SESSION') throw noActiveSession
    if (command.toyDeviceId !== session.toyDeviceId) throw new Problem('NOT_FOUND')
    if (refusal) throw new Problem(refusal)
  }

  /** Carries a command out for a session of this node's. */
  async function obey(live: Live, command: Command): Promise<number> {
    check(live, command)
    const sequence = (live.sequence += 1)
    if (command.command === 'stop') {
      quiet(live)
      return sequence
    }
    live.running = true
    await mailroom.of(live.seen).want(wishFor(live, command))
    tell(live)
    return sequence
  }

  function wishFor(live: Live, command: Command): Wish {
    const { userId, generation } = live.seen.session
    const isSame = () => roster.known(userId) === live && live.seen.session.generation === generation
    return wishOf(command, () => live.seen, {
      isOurs: () => isOurs(live),
      mayRun: () => isSame() && mayRun(live.seen.session, live.seen.balance, now()),
    })
  }

  /** A stop goes to the toy from here as well: whoever sends it, it only makes silence. */
  async function stopElsewhere(live: Live, node: string, command: Command): Promise<number> {
    check(live, command)
    quiet(live)
    const { id, userId } = live.seen.session
    const sequence = await handover.give(node, userId, command)
    if (sequence === undefined) await voidCommands(db, id)
    return sequence ?? live.sequence
  }

  /** By the node that controls the session; should that be gone, by this one when it may. */
  async function runSomewhere(live: Live, command: Command): Promise<number | undefined> {
    if (isOurs(live)) return obey(live, command)
    check(live, command)
    const node = roster.controllerOf(live)
    if (node === null) return undefined
    const { told } = wishFor(live, command)
    const sequence = await handover.give(node, live.seen.session.userId, command)
    if (sequence === undefined) return undefined
    live.handed = { told, at: now() }
    tell(live)
    return sequence
  }

  /** As far as is known here: that it goes on as long as it may. */
  const outputElsewhere = ({ seen: { session, balance } }: Live, { told, at }: NonNullable<Live['handed']>) =>
    mayRun(session, balance, now()) ? { ...told, startedAt: at } : null

  return {
    async send(userId, command, isStillWanted = () => true) {
      const isStop = command.command === 'stop'
      // A stop is never refused for coming too often.
      if (!isStop) flood.take(userId)
      // A stop does not wait for the database when the session is known.
      const live = (isStop && roster.known(userId)) || (await roster.find(userId))
      if (!live) throw noActiveSession
      if (isStop) {
        const node = roster.controllerOf(live)
        return node === null ? obey(live, command) : stopElsewhere(live, node, command)
      }
      if (!isStillWanted()) return live.sequence
      const sequence = await runSomewhere(live, command)
      if (sequence !== undefined || !isStillWanted()) return sequence ?? live.sequence
      await roster.look(live.seen.session.id, true)
      const again = await runSomewhere(live, command)
      if (again === undefined) throw new Problem('PROVIDER_UNAVAILABLE')
      return again
    },

    output(seen) {
      const { status, userId } = seen.session
      if (status !== 'ACTIVE') return null
      const live = roster.known(userId)
      if (live?.handed && roster.controllerOf(live) !== null) return outputElsewhere(live, live.handed)
      return outputOf(seen)
    },

    quiet,

    release(live) {
      live.running = false
      mailroom.of(live.seen).release()
      tell(live)
    },
  }
}
