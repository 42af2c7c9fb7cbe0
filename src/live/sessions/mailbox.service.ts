import type { Log } from '../../platform/log.ts'
import { ToyUnreachable, type ToyGateway, type ToyOutput, type ToyTarget } from '../toys/gateway.ts'
import { Problem } from '../../wire/problem.ts'
import type { Output } from './contract.ts'
import { realTime, type Clock } from './time.service.ts'

/** Seconds after which a toy ends a command by itself; the provider takes whole numbers above 1. */
const RUN_SECONDS = 2
/** A command that still holds is sent again this long after it was sent, in milliseconds. */
const RENEW_MS = 1000
/** How long an answer is waited for. */
const ANSWER_MS = 2000
/** From one request to the next command: at first, and at the least and most once the way there and back is measured. */
const PACE = { first: 250, least: 100, most: 1000 }
/** A stop that was not acknowledged is sent again after a pause that grows from the first to the last of these. */
const STOP_RETRY = { first: 250, last: 30_000 }
/** A command that was given up on may still be applied for this long: stops go out meanwhile, this far apart. */
const LATE = { lasts: 2000, apart: 500 }

/** Why a request that was under way is given up: made once, since that happens with every other command. */
const OVERTAKEN = new Error('overtaken')

/** What a toy shall do, for as long as `mayRun` says so. */
export interface Wish {
  /** The command behind it, as it is told to whoever watches. */
  told: Omit<Output, 'startedAt'>
  /** The output from `elapsedMs` after the wish was made on. */
  output(elapsedMs: number, durationMs: number): ToyOutput
  /** Asked before every send, the renewals too: whether the toy may run. */
  mayRun(): boolean
  /** Likewise: whether this node is still the one to say so. Once it is not, it sends nothing, not even a stop. */
  isOurs(): boolean
}

export interface Mailbox {
  /**
   * Replaces what the toy does; the last one wins. Resolves once the provider took it or a later wish replaced it.
   * @throws Problem PROVIDER_UNAVAILABLE when the provider did not take it; the toy is then stopped.
   */
  want(wish: Wish): Promise<void>
  /** Sends what stands again without waiting for its turn: what its owner allows has changed. */
  renew(): void
  /** Stops the toy, past everything that waits, again and again until the provider acknowledges. */
  stop(): void
  /** Lets go of the toy, which another node has now: nothing more is sent to it, and what runs ends by itself. */
  release(): void
  /** Takes the toy over from another node: stops it, until nothing that was on its way from there can arrive any more. */
  inherit(): void
  /** What the toy does now, as far as the provider acknowledged it, and for how long, in milliseconds; or null. */
  playing(): { wish: Wish; elapsedMs: number } | null
  /** Resolves when nothing runs and no stop is owed. */
  settled(): Promise<void>
  /** Takes no more wishes and stops what runs. After `patienceMs` nothing is sent any more, acknowledged or not. */
  close(patienceMs: number): Promise<void>
}

interface Standing {
  wish: Wish
  since: number
  /** When it is to be sent, or sent again. */
  dueAt: number
  answer: PromiseWithResolvers<void>
}

/** The one door to a toy: one slot for a command, one for a stop, one request under way. */
export function createMailbox(
  gateway: ToyGateway,
  target: ToyTarget,
  log: Log,
  clock: Clock = realTime,
): Mailbox {
  let wanted: Standing | null = null
  /** The provider took it, and it runs out by itself. */
  let taken: { standing: Standing; until: number } | null = null
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
    const answered = clock.after(ANSWER_MS, () => request.abort(new Error('no answer in time')))
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
      stopAt = at < unsureUntil ? at + LATE.apart : null
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

  async function sendCommand(standing: Standing): Promise<void> {
    if (!standing.wish.isOurs()) return drop()
    if (!standing.wish.mayRun()) return halt()
    const { at, signal, answered } = begin('run')
    try {
      const output = standing.wish.output(at - standing.since, RUN_SECONDS * 1000)
      await gateway.run(target, output, RUN_SECONDS, signal)
    } catch (error) {
      // What the provider has answered it is done with.
      const isAnswered = error instanceof ToyUnreachable && error.code !== null
      if (!isAnswered) unsureUntil = clock.now() + LATE.lasts
      if (signal.reason !== OVERTAKEN) refuse(standing, error)
      return
    } finally {
      answered()
    }
    taken = { standing, until: clock.now() + RUN_SECONDS * 1000 }
    standing.answer.resolve()
    standing.dueAt = at + RENEW_MS
    pace = Math.min(Math.max((pace * 3 + clock.now() - at) / 4, PACE.least), PACE.most)
  }

  function refuse(standing: Standing, error: unknown): void {
    log.warn({ err: error }, 'a command was not taken')
    standing.answer.reject(new Problem('PROVIDER_UNAVAILABLE'))
    pace = Math.min(pace * 2, PACE.most)
    if (wanted !== standing) return
    if (standing.wish.isOurs()) halt()
    else drop()
  }

  function drop(): void {
    wanted?.answer.resolve()
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
    if (sent.what === 'run') underWay.abort(OVERTAKEN)
    stir()
  }

  function release(): void {
    drop()
    taken = null
    stopAt = null
    if (sent.what === 'run') underWay.abort(OVERTAKEN)
    stir()
  }

  async function settled(): Promise<void> {
    while (running) await running
  }

  return {
    want(wish) {
      if (state !== 'open') return Promise.reject(new Problem('PROVIDER_UNAVAILABLE'))
      drop()
      const now = clock.now()
      const answer = Promise.withResolvers<void>()
      wanted = { wish, since: now, dueAt: now, answer }
      stir()
      return answer.promise
    },
    renew() {
      if (wanted) wanted.dueAt = clock.now()
      stir()
    },
    stop,
    release,
    inherit() {
      unsureUntil = clock.now() + LATE.lasts
      stop()
    },
    playing() {
      if (!taken || clock.now() >= taken.until) return null
      return { wish: taken.standing.wish, elapsedMs: clock.now() - taken.standing.since }
    },
    settled,
    async close(patienceMs) {
      state = 'closing'
      if (wanted?.wish.isOurs()) stop()
      else drop()
      const done = new AbortController()
      await Promise.race([settled(), clock.wait(patienceMs, done.signal)])
      done.abort()
      state = 'closed'
      underWay.abort(OVERTAKEN)
      stir()
    },
  }
}
