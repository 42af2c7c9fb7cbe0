import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from '../platform/log.ts'
import type { ToyGateway, ToyOutput, ToyTarget } from '../toys/gateway.ts'
import { Problem } from '../wire/problem.ts'
import type { Output } from './contract.ts'

/** Seconds after which a toy ends a command by itself; the provider takes whole numbers above 1. */
const RUN_SECONDS = 2
/** A command that still holds is sent again this long after it was sent, in milliseconds. */
const RENEW_MS = 1000
/** How long an answer is waited for. */
const ANSWER_MS = 2000
/** Between two commands at first, and at the least and most once the way there and back has been measured. */
const PACE = { first: 250, least: 100, most: 1000 }
/** A stop that was not acknowledged is sent again after a pause that grows from the first to the last of these. */
const STOP_RETRY = { first: 250, last: 30_000 }
/** After giving up on an answer the provider may still apply the command: the stop is repeated this much later. */
const LATE_MS = 600

/** What a toy shall do, for as long as `mayRun` says so. */
export interface Wish {
  /** The command behind it, as it is told to whoever watches. */
  told: Omit<Output, 'startedAt'>
  /** The output from `elapsedMs` after the wish was made on. */
  output(elapsedMs: number, durationMs: number): ToyOutput
  /** Asked before every send, the renewals too. */
  mayRun(): boolean
}

export interface Mailbox {
  /**
   * Replaces what the toy does; the last one wins. Resolves once the provider took it or a later wish replaced it.
   * @throws Problem PROVIDER_UNAVAILABLE when the provider did not take it; the toy is then stopped.
   */
  want(wish: Wish): Promise<void>
  /** Stops the toy, past everything that waits, again and again until the provider acknowledges. */
  stop(): void
  /** What the toy does now, as far as the provider acknowledged it, and for how long, in milliseconds; or null. */
  playing(): { wish: Wish; elapsedMs: number } | null
  /** Resolves when nothing runs and no stop is owed. */
  settled(): Promise<void>
}

interface Standing {
  wish: Wish
  since: number
  answer: PromiseWithResolvers<void>
}

/** The one door to a toy: one slot for a command, one for a stop, one request under way. */
export function createMailbox(
  gateway: ToyGateway,
  target: ToyTarget,
  log: Log,
  clock: () => number,
): Mailbox {
  let wanted: Standing | null = null
  /** The provider took it, and it runs out by itself. */
  let taken: { standing: Standing; until: number } | null = null
  let stopOwed = false
  /** A command whose answer never came may still be applied. */
  let unsure = false
  let pace = PACE.first
  let running: Promise<void> | null = null
  let inFlight = new AbortController()
  let wake = new AbortController()

  const nap = (ms: number) => pause(ms, undefined, { signal: wake.signal }).catch(() => undefined)
  const answerWithin = (signal?: AbortSignal) =>
    AbortSignal.any([AbortSignal.timeout(ANSWER_MS), ...(signal ? [signal] : [])])

  const drop = (): void => {
    wanted?.answer.resolve()
    wanted = null
  }

  const stir = (): void => {
    wake.abort()
    wake = new AbortController()
    running ??= work().finally(() => (running = null))
  }

  async function work(): Promise<void> {
    while (stopOwed || wanted) {
      if (stopOwed) await sendStop()
      else if (wanted) await sendRun(wanted)
    }
  }

  async function sendStop(): Promise<void> {
    for (let retry = STOP_RETRY.first; stopOwed; retry = Math.min(retry * 2, STOP_RETRY.last)) {
      const confirming = unsure
      try {
        await gateway.stop(target, answerWithin())
        taken = null
        unsure = false
        stopOwed = confirming
        if (confirming) await nap(LATE_MS)
      } catch (error) {
        log.warn({ err: error }, 'a stop was not acknowledged')
        await nap(retry)
      }
      if (wanted) stopOwed = false
    }
  }

  async function sendRun(standing: Standing): Promise<void> {
    if (!standing.wish.mayRun()) return halt()
    const sentAt = clock()
    inFlight = new AbortController()
    try {
      const output = standing.wish.output(sentAt - standing.since, RUN_SECONDS * 1000)
      await gateway.run(target, output, RUN_SECONDS, answerWithin(inFlight.signal))
    } catch (error) {
      unsure = true
      if (inFlight.signal.aborted) return
      log.warn({ err: error }, 'a command was not taken')
      return refuse(standing)
    }
    taken = { standing, until: clock() + RUN_SECONDS * 1000 }
    standing.answer.resolve()
    const roundTrip = clock() - sentAt
    pace = Math.min(Math.max((pace * 3 + roundTrip) / 4, PACE.least), PACE.most)
    if (!stopOwed && wanted === standing) await nap(RENEW_MS - roundTrip)
    const left = () => sentAt + pace - clock()
    // However often a new wish wakes us: the radio wants its pause, and only a stop may cut it short.
    for (let early = left(); !stopOwed && early > 0; early = left()) await nap(early)
  }

  /** What stood may not run any more. */
  function halt(): void {
    drop()
    stopOwed = true
  }

  function refuse(standing: Standing): void {
    standing.answer.reject(new Problem('PROVIDER_UNAVAILABLE'))
    if (wanted === standing) wanted = null
    stopOwed = wanted === null
  }

  return {
    want(wish) {
      drop()
      const answer = Promise.withResolvers<void>()
      wanted = { wish, since: clock(), answer }
      stir()
      return answer.promise
    },
    stop() {
      halt()
      inFlight.abort()
      stir()
    },
    playing() {
      if (!taken || clock() >= taken.until) return null
      return { wish: taken.standing.wish, elapsedMs: clock() - taken.standing.since }
    },
    async settled() {
      while (running) await running
    },
  }
}
