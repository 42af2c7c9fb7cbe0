import type { Log } from '../../../platform/log.ts'
import { ToyCommandError, type ToyGateway, type ToyOutput, type ToyTarget } from '../../toys/gateway.ts'
import { Problem } from '../../../wire/problem.ts'
import type { CurrentOutput } from '../contract.ts'
import { monotonicClock, type MonotonicClock } from './clock.service.ts'

/** Seconds after which a toy ends a command by itself; the provider takes whole numbers above 1. */
const RUN_SECONDS = 2
/** A command that still holds is sent again this long after it was sent, in milliseconds. */
const RESEND_INTERVAL_MS = 1000
/** How long an answer is waited for. */
const ANSWER_TIMEOUT_MS = 2000
/** From one request to the next command: at first, and at the least and most once the way there and back is measured. */
const PACE = { first: 250, least: 100, most: 1000 }
/** A stop that was not acknowledged is sent again after a pause that grows from the first to the last of these. */
const STOP_RETRY = { first: 250, last: 30_000 }
/** A command that was given up on may still be applied for this long: stops go out meanwhile, this far apart. */
const LATE_ARRIVAL = { lasts: 2000, apart: 500 }

/** Why a request that was under way is given up: made once, since that happens with every other command. */
const SUPERSEDED = new Error('overtaken')

/** What a toy shall do, for as long as `mayRun` says so. */
export interface ToyCommand {
  /** The command behind it, as it is told to whoever watches. */
  shownOutput: Omit<CurrentOutput, 'startedAt'>
  /** The output from `elapsedMs` after the wish was made on. */
  output(elapsedMs: number, durationMs: number): ToyOutput
  /** Asked before every send, the renewals too: whether the toy may run. */
  mayRun(): boolean
  /** Likewise: whether this node is still the one to say so. Once it is not, it sends nothing, not even a stop. */
  isLeasedHere(): boolean
}

export interface ToyCommandQueue {
  /**
   * Replaces what the toy does; the last one wins. Resolves once the provider took it or a later wish replaced it.
   * @throws Problem PROVIDER_UNAVAILABLE when the provider did not take it; the toy is then stopped.
   */
  submit(wish: ToyCommand): Promise<void>
  /** Sends what stands again without waiting for its turn: what its owner allows has changed. */
  resend(): void
  /** Stops the toy, past everything that waits, again and again until the provider acknowledges. */
  stop(): void
  /** Lets go of the toy, which another node has now: nothing more is sent to it, and what runs ends by itself. */
  release(): void
  /** Takes the toy over from another node: stops it, until nothing that was on its way from there can arrive any more. */
  takeOver(): void
  /** What the toy does now, as far as the provider acknowledged it, and for how long, in milliseconds; or null. */
  getPlaying(): { wish: ToyCommand; elapsedMs: number } | null
  /** Resolves when nothing runs and no stop is owed. */
  whenIdle(): Promise<void>
  /** Takes no more wishes and stops what runs. After `patienceMs` nothing is sent any more, acknowledged or not. */
  close(patienceMs: number): Promise<void>
}

interface PendingCommand {
  command: ToyCommand
  since: number
  /** When it is to be sent, or sent again. */
  dueAt: number
  result: PromiseWithResolvers<void>
}

/** The one door to a toy: one slot for a command, one for a stop, one request under way. */
export function createToyCommandQueue(
  gateway: ToyGateway,
  target: ToyTarget,
  log: Log,
  clock: MonotonicClock = monotonicClock,
): ToyCommandQueue {
  let wanted: PendingCommand | null = null
  /** The provider took it, and it runs out by itself. */
  let taken: { standing: PendingCommand; until: number } | null = null
  /** When the stop that is owed goes out; null when none is. */
  let stopAt: number | null = null
  let retryMs = STOP_RETRY.first
  /** Until when a command that was given up on may still be applied. */
  let unsureUntil = -Infinity
  let pace = PACE.first
  let sent: { what: 'run' | 'stop' | null; at: number } = { what: null, at: -Infinity }
  let underWay = new AbortController()
  let wake = new AbortController()
  let running: Promise<void> | null = null
  let state: 'open' | 'closing' | 'closed' = 'open'

  /** What goes out next, and when; null when nothing does. */
  function next(): { at: number; send: () => Promise<void> } | null {
    if (state === 'closed') return null
    if (stopAt !== null) return { at: stopAt, send: sendStop }
    const standing = wanted
    return standing && { at: Math.max(standing.dueAt, sent.at + pace), send: () => sendCommand(standing) }
  }

  async function work(): Promise<void> {
    for (let task = next(); task; task = next()) {
      const early = task.at - clock.now()
      await (early > 0 ? clock.wait(early, wake.signal) : task.send())
    }
    running = null
  }

  function stir(): void {
    wake.abort(null)
    wake = new AbortController()
    if (!running && next()) running = work()
  }

  /** Notes that a request goes out; what it waits for is given up on in the end, or when something overtakes it. */
  function begin(what: 'run' | 'stop') {
    const request = new AbortController()
    const answered = clock.after(ANSWER_TIMEOUT_MS, () => request.abort(new Error('no answer in time')))
    underWay = request
    sent = { what, at: clock.now() }
    return { at: sent.at, signal: request.signal, answered }
  }

  async function sendStop(): Promise<void> {
    const { at, signal, answered } = begin('stop')
    try {
      await gateway.stop(target, signal)
      taken = null
      retryMs = STOP_RETRY.first
      stopAt = at < unsureUntil ? at + LATE_ARRIVAL.apart : null
    } catch (error) {
      if (retryMs === STOP_RETRY.first) log.warn({ err: error }, 'a stop was not acknowledged')
      stopAt = clock.now() + retryMs
      retryMs = Math.min(retryMs * 2, STOP_RETRY.last)
    } finally {
      answered()
    }
    // A newer command replaces whatever still runs.
    if (wanted) stopAt = null
  }

  async function sendCommand(standing: PendingCommand): Promise<void> {
    if (!standing.command.isLeasedHere()) return drop()
    if (!standing.command.mayRun()) return halt()
    const { at, signal, answered } = begin('run')
    try {
      const output = standing.command.output(at - standing.since, RUN_SECONDS * 1000)
      await gateway.run(target, output, RUN_SECONDS, signal)
    } catch (error) {
      // What the provider has answered it is done with.
      const isAnswered = error instanceof ToyCommandError && error.code !== null
      if (!isAnswered) unsureUntil = clock.now() + LATE_ARRIVAL.lasts
      if (signal.reason !== SUPERSEDED) refuse(standing, error)
      return
    } finally {
      answered()
    }
    taken = { standing, until: clock.now() + RUN_SECONDS * 1000 }
    standing.result.resolve()
    standing.dueAt = at + RESEND_INTERVAL_MS
    pace = Math.min(Math.max((pace * 3 + clock.now() - at) / 4, PACE.least), PACE.most)
  }

  function refuse(standing: PendingCommand, error: unknown): void {
    log.warn({ err: error }, 'a command was not taken')
    standing.result.reject(new Problem('PROVIDER_UNAVAILABLE'))
    pace = Math.min(pace * 2, PACE.most)
    if (wanted !== standing) return
    if (standing.command.isLeasedHere()) halt()
    else drop()
  }

  function drop(): void {
    wanted?.result.resolve()
    wanted = null
  }

  /** What stood may not run any more. A stop goes out at once, unless one has just gone and nothing since. */
  function halt(): void {
    drop()
    const at = sent.what === 'stop' ? sent.at + PACE.least : -Infinity
    stopAt = Math.min(stopAt ?? Infinity, Math.max(clock.now(), at))
    retryMs = STOP_RETRY.first
  }

  function stop(): void {
    halt()
    if (sent.what === 'run') underWay.abort(SUPERSEDED)
    stir()
  }

  function release(): void {
    drop()
    taken = null
    stopAt = null
    if (sent.what === 'run') underWay.abort(SUPERSEDED)
    stir()
  }

  async function settled(): Promise<void> {
    while (running) await running
  }

  return {
    submit(wish) {
      if (state !== 'open') return Promise.reject(new Problem('PROVIDER_UNAVAILABLE'))
      drop()
      const now = clock.now()
      const answer = Promise.withResolvers<void>()
      wanted = { command: wish, since: now, dueAt: now, result: answer }
      stir()
      return answer.promise
    },
    resend() {
      if (wanted) wanted.dueAt = clock.now()
      stir()
    },
    stop,
    release,
    takeOver() {
      unsureUntil = clock.now() + LATE_ARRIVAL.lasts
      stop()
    },
    getPlaying() {
      if (!taken || clock.now() >= taken.until) return null
      return { wish: taken.standing.command, elapsedMs: clock.now() - taken.standing.since }
    },
    whenIdle: settled,
    async close(patienceMs) {
      state = 'closing'
      if (wanted?.command.isLeasedHere()) stop()
      else drop()
      const done = new AbortController()
      await Promise.race([settled(), clock.wait(patienceMs, done.signal)])
      done.abort()
      state = 'closed'
      underWay.abort(SUPERSEDED)
      stir()
    },
  }
}
