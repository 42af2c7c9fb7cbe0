import type { Log } from '../../../platform/log.ts'
import type { ToyProvider } from '../../toys/contract.ts'
import { ToyCommandError, type ToyDriver, type ToyTarget } from '../../toys/gateway.ts'
import { Problem } from '../../../wire/problem.ts'
import type { SessionWithToy } from './sessionState.rules.ts'
import { permit, toyOutput, type ToyCommand } from './toyCommand.rules.ts'
import {
  dropped,
  emptyQueue,
  isFirstStopFailure,
  nextRequest,
  playingAt,
  released,
  requestSent,
  resendRequested,
  RUN_SECONDS,
  runAccepted,
  runFailed,
  runUncertain,
  stopAccepted,
  stopFailed,
  stopRequested,
  submitted,
  takenOver,
  type Pending,
  type QueueState,
} from './toyCommandQueue.rules.ts'

/** Timeout of a request, in milliseconds. */
const ANSWER_TIMEOUT_MS = 2000

/** The reason to abort a request in flight: one shared object, since every other command is aborted. */
const SUPERSEDED = new Error('superseded')

/** The clock of a queue. Property tests use a virtual one. */
export interface MonotonicClock {
  /** Monotonic milliseconds. */
  now(): number
  /** Resolves after `ms`, or as soon as the signal aborts. */
  wait(ms: number, signal: AbortSignal): Promise<void>
  /** Calls a function after `ms`. @returns a function that cancels the call */
  after(ms: number, act: () => void): () => void
}

export const monotonicClock: MonotonicClock = {
  now: () => performance.now(),
  // At this rate of commands, the errors of Node's own timers cost more than the waiting.
  wait: (ms, signal) =>
    new Promise(resolve => {
      if (signal.aborted) return resolve()
      const timer = setTimeout(done, ms)
      signal.addEventListener('abort', done, { once: true })
      function done(): void {
        clearTimeout(timer)
        signal.removeEventListener('abort', done)
        resolve()
      }
    }),
  after: (ms, act) => {
    const timer = setTimeout(act, ms)
    return () => clearTimeout(timer)
  },
}

interface QueueOptions {
  log: Log
  /** The clock that meters sessions. */
  now: () => Date
  clock?: MonotonicClock
  /** Called with the result of each request; the error is null when the provider took it. */
  onResult?: (target: ToyTarget, error: unknown) => void
}

/** What `queueOf` needs of the engine. */
interface QueueHome {
  /** By provider uid and toy id. */
  readonly queues: Map<string, ToyCommandQueue>
  readonly drivers: Readonly<Record<ToyProvider, ToyDriver>>
  readonly platform: Pick<QueueOptions, 'log' | 'now'>
  readonly reachability: { record: NonNullable<QueueOptions['onResult']> }
}

/** A toy's queue; created on first use. */
export function queueOf(engine: QueueHome, target: ToyTarget): ToyCommandQueue {
  const { queues, drivers, platform, reachability } = engine
  const key = `${target.uid} ${target.toyId}`
  const known = queues.get(key)
  if (known) return known
  const { log, now } = platform
  const made = new ToyCommandQueue(target, drivers[target.provider], {
    log,
    now,
    onResult: reachability.record,
  })
  queues.set(key, made)
  return made
}

/** The queue of a session's toy. */
export const sessionQueue = (engine: QueueHome, { session, toy }: SessionWithToy): ToyCommandQueue =>
  queueOf(engine, { provider: toy.provider, uid: toy.uid, toyId: session.toyDeviceId })

/** The only way to a toy: sends what the rules decide, one request at a time. */
export class ToyCommandQueue {
  readonly #target: ToyTarget
  readonly #driver: ToyDriver
  readonly #log: Log
  readonly #now: () => Date
  readonly #clock: MonotonicClock
  readonly #onResult: QueueOptions['onResult']
  readonly #answers = new WeakMap<Pending<ToyCommand>, PromiseWithResolvers<void>>()
  #state: QueueState<ToyCommand> = emptyQueue
  #inFlight = new AbortController()
  #wake = new AbortController()
  #running: Promise<void> | null = null

  constructor(
    target: ToyTarget,
    driver: ToyDriver,
    { log, now, clock = monotonicClock, onResult }: QueueOptions,
  ) {
    this.#target = target
    this.#driver = driver
    this.#log = log
    this.#now = now
    this.#clock = clock
    this.#onResult = onResult
  }

  /**
   * Replaces what the toy does; the last command wins. Resolves once the provider took it, or a later command or stop replaced
   * it.
   * @throws Problem PROVIDER_UNAVAILABLE when the provider did not take it; the toy is then stopped.
   */
  submit(command: ToyCommand): Promise<void> {
    if (this.#state.phase !== 'open') return Promise.reject(new Problem('PROVIDER_UNAVAILABLE'))
    const answer = Promise.withResolvers<void>()
    const next = submitted(this.#state, command, this.#clock.now())
    if (next.pending) this.#answers.set(next.pending, answer)
    this.#store(next)
    this.#continue()
    return answer.promise
  }

  /** Sends the running command again at once: its owner's limits have changed. */
  resend(): void {
    this.#store(resendRequested(this.#state, this.#clock.now()))
    this.#continue()
  }

  /** Stops the toy, before everything that is pending, and repeats the stop until the provider acknowledges. */
  stop(): void {
    this.#store(stopRequested(this.#state, this.#clock.now()))
    this.#abortRun()
    this.#continue()
  }

  /** Releases the toy to another node: nothing more is sent to it, and what runs ends by itself. */
  release(): void {
    this.#store(released(this.#state))
    this.#abortRun()
    this.#continue()
  }

  /** Takes the toy over from another node: stops it, until no late command from there can arrive any more. */
  takeOver(): void {
    this.#store(takenOver(this.#state, this.#clock.now()))
    this.#abortRun()
    this.#continue()
  }

  /** What the toy does now, as acknowledged by its provider, and for how long, in milliseconds; or null. */
  getPlaying(): { command: ToyCommand; elapsedMs: number } | null {
    return playingAt(this.#state, this.#clock.now())
  }

  /** Resolves when nothing runs and no stop is owed. */
  async whenIdle(): Promise<void> {
    while (this.#running) await this.#running
  }

  /** Takes no more commands and stops what runs. After `timeoutMs` nothing more is sent, acknowledged or not. */
  async close(timeoutMs: number): Promise<void> {
    this.#store({ ...this.#state, phase: 'closing' })
    const { pending } = this.#state
    if (pending && this.#permit(pending) !== 'drop') this.stop()
    else this.#store(dropped(this.#state))
    const done = new AbortController()
    await Promise.race([this.whenIdle(), this.#clock.wait(timeoutMs, done.signal)])
    done.abort()
    this.#store({ ...this.#state, phase: 'closed' })
    this.#inFlight.abort(SUPERSEDED)
    this.#continue()
  }

  /** Resolves the commands that are no longer pending. */
  #store(next: QueueState<ToyCommand>): void {
    const { pending } = this.#state
    this.#state = next
    if (pending && pending !== next.pending) this.#answers.get(pending)?.resolve()
  }

  #abortRun(): void {
    if (this.#state.lastRequest.kind === 'run') this.#inFlight.abort(SUPERSEDED)
  }

  /** Cancels the current wait, and starts to send if nothing does. */
  #continue(): void {
    this.#wake.abort(null)
    this.#wake = new AbortController()
    if (!this.#running && nextRequest(this.#state)) this.#running = this.#sendAll()
  }

  async #sendAll(): Promise<void> {
    for (let next = nextRequest(this.#state); next; next = nextRequest(this.#state)) {
      const waitMs = next.at - this.#clock.now()
      if (waitMs > 0) await this.#clock.wait(waitMs, this.#wake.signal)
      else if (next.kind === 'stop') await this.#sendStop()
      else await this.#sendRun(next.pending)
    }
    this.#running = null
  }

  #permit({ command }: Pending<ToyCommand>): ReturnType<typeof permit> {
    return permit(command, this.#now(), this.#clock.now())
  }

  async #sendStop(): Promise<void> {
    try {
      await this.#request('stop', signal => this.#driver.stop(this.#target, signal))
      this.#store(stopAccepted(this.#state))
    } catch (error) {
      if (isFirstStopFailure(this.#state)) this.#log.warn({ err: error }, 'a stop was not acknowledged')
      this.#store(stopFailed(this.#state, this.#clock.now()))
    }
  }

  async #sendRun(pending: Pending<ToyCommand>): Promise<void> {
    const permission = this.#permit(pending)
    if (permission === 'drop') return this.#store(dropped(this.#state))
    if (permission === 'stop') return this.#store(stopRequested(this.#state, this.#clock.now()))
    try {
      await this.#request('run', (signal, at) => {
        const output = toyOutput(pending.command, at - pending.since, RUN_SECONDS * 1000)
        return this.#driver.run(this.#target, output, RUN_SECONDS, signal)
      })
    } catch (error) {
      return this.#handleFailedRun(pending, error)
    }
    this.#answers.get(pending)?.resolve()
    this.#store(runAccepted(this.#state, pending, this.#clock.now()))
  }

  #handleFailedRun(pending: Pending<ToyCommand>, error: unknown): void {
    const now = this.#clock.now()
    // The provider refused it, so it will not apply it later.
    const isAnswered = error instanceof ToyCommandError && error.code !== null
    if (!isAnswered) this.#store(runUncertain(this.#state, now))
    if (this.#inFlight.signal.reason === SUPERSEDED) return
    this.#log.warn({ err: error }, 'a command was not taken')
    this.#answers.get(pending)?.reject(new Problem('PROVIDER_UNAVAILABLE'))
    this.#store(runFailed(this.#state, pending, this.#permit(pending) !== 'drop', now))
  }

  /** Sends a request, with a timeout, and aborts it when something supersedes it. */
  async #request(
    kind: 'run' | 'stop',
    send: (signal: AbortSignal, at: number) => Promise<void>,
  ): Promise<void> {
    const request = new AbortController()
    const cancelTimeout = this.#clock.after(ANSWER_TIMEOUT_MS, () =>
      request.abort(new DOMException('no answer in time', 'TimeoutError')),
    )
    this.#inFlight = request
    const at = this.#clock.now()
    this.#store(requestSent(this.#state, kind, at))
    try {
      await send(request.signal, at)
    } catch (error) {
      this.#onResult?.(this.#target, error)
      throw error
    } finally {
      cancelTimeout()
    }
    this.#onResult?.(this.#target, null)
  }
}
