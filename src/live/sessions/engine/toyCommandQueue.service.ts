import { ToyCommandError, type ToyDriver, type ToyTarget } from '../../toys/gateway.ts'
import { Problem } from '../../../wire/problem.ts'
import { monotonicClock, type MonotonicClock } from './monotonicClock.service.ts'
import { permit, toyOutput, type ToyCommand } from './toyCommand.rules.ts'
import {
  ANSWER_TIMEOUT_MS,
  dropped,
  emptyQueue,
  isFirstStopFailure,
  isStill,
  needsControlCheck,
  LOOK_TIMEOUT_MS,
  OVERDUE_MS,
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
  stopLeftToOtherNode,
  stopFailed,
  stopRequested,
  submitted,
  takenOver,
  unconfirmed,
  type Pending,
  type QueueState,
} from './toyCommandQueue.rules.ts'
import type { QueueOptions } from './toyQueueOptions.service.ts'

/** The reason to abort a request in flight: one shared object, since every other command is aborted. */
const SUPERSEDED = new Error('superseded')

/** The only way to a toy: sends the requests that the rules choose, one at a time. */
export class ToyCommandQueue {
  readonly #target: ToyTarget
  readonly #driver: ToyDriver
  readonly #options: QueueOptions
  readonly #clock: MonotonicClock
  readonly #answers = new WeakMap<Pending<ToyCommand>, PromiseWithResolvers<number | null>>()
  #state: QueueState<ToyCommand> = emptyQueue
  #inFlight = new AbortController()
  #wake = new AbortController()
  #running: Promise<void> | null = null
  /** A run or an owed stop is in flight. */
  #isOwing = false
  /** Resolved when the toy is still. */
  #stillness = Promise.withResolvers<void>()
  #stopAskedAt: number | null = null
  /** How often another node got the toy. */
  #releases = 0
  #cancelOverdue = () => {}

  constructor(target: ToyTarget, driver: ToyDriver, options: QueueOptions) {
    this.#target = target
    this.#driver = driver
    this.#options = options
    this.#clock = options.clock ?? monotonicClock
  }

  /**
   * Replaces the toy's command; the last command wins.
   * @returns the milliseconds that its provider needed to take it; null when a later command or a stop replaced it
   * @throws Problem PROVIDER_UNAVAILABLE when the provider did not take it; the toy is then stopped.
   */
  submit(command: ToyCommand): Promise<number | null> {
    if (this.#state.phase !== 'open') return Promise.reject(new Problem('PROVIDER_UNAVAILABLE'))
    const answer = Promise.withResolvers<number | null>()
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

  /**
   * Stops the toy, before everything that is pending, and repeats the stop until the provider acknowledges.
   * @param leasedUntil of this node; without a lease the stop is sent again only while no other node controls the toy
   */
  stop({ leasedUntil = -Infinity } = {}): void {
    const now = this.#clock.now()
    this.#stopAskedAt ??= now
    this.#interrupt(stopRequested(this.#state, now, leasedUntil))
  }

  /** Stops the toy; a stop is only sent again until it is acknowledged. */
  stopWithoutConfirming(): void {
    this.stop()
    this.#store(unconfirmed(this.#state))
  }

  /** Releases the toy to another node: sends nothing more to it, and its running command ends by itself. */
  release(): void {
    this.#releases += 1
    this.#interrupt(released(this.#state))
  }

  /** Takes the toy over from another node: stops it, until no late command from there can arrive any more. */
  takeOver(): void {
    this.#interrupt(takenOver(this.#state, this.#clock.now()))
  }

  /** Stops the running command, so that another node goes on with it. @returns the command to go on with, or null */
  handOver(): ToyCommand | null {
    const { pending } = this.#state
    this.#store(unconfirmed(this.#state))
    if (!pending) return null
    const permission = this.#permit(pending)
    if (permission === 'drop') this.#store(dropped(this.#state))
    else this.stopWithoutConfirming()
    return permission === 'run' ? pending.command : null
  }

  /** The output of the toy now, as acknowledged by its provider, and for how long, in milliseconds; or null. */
  getPlaying(): { command: ToyCommand; elapsedMs: number } | null {
    return playingAt(this.#state, this.#clock.now())
  }

  /** Resolves when nothing runs and no stop is owed. */
  async whenIdle(): Promise<void> {
    while (this.#running && !this.#isStill()) await Promise.race([this.#running, this.#stillness.promise])
  }

  #isStill(): boolean {
    return isStill(this.#state) && !this.#isOwing
  }

  /** Takes no more commands and stops the running one. After `timeoutMs` nothing more is sent, acknowledged or not. */
  async close(timeoutMs: number): Promise<void> {
    this.#store({ ...this.#state, phase: 'closing' })
    const { pending } = this.#state
    if (pending && this.#permit(pending) !== 'drop') this.stop()
    else this.#store(dropped(this.#state))
    const done = new AbortController()
    // With the stops that are sent again: there may be nobody else to send them.
    await Promise.race([this.#running, this.#clock.wait(timeoutMs, done.signal)])
    done.abort()
    this.#store({ ...this.#state, phase: 'closed' })
    this.#inFlight.abort(SUPERSEDED)
    this.#continue()
  }

  /** Resolves the commands that are no longer pending. */
  #store(next: QueueState<ToyCommand>): void {
    const { pending, owedSince } = this.#state
    this.#state = next
    if (owedSince !== next.owedSince) this.#watchStop(next)
    if (pending && pending !== next.pending) this.#answers.get(pending)?.resolve(null)
  }

  #watchStop({ owedSince }: QueueState<ToyCommand>): void {
    this.#cancelOverdue()
    if (owedSince === null) return
    this.#cancelOverdue = this.#clock.after(OVERDUE_MS, () => this.#options.onOverdue?.(this.#target))
  }

  #interrupt(next: QueueState<ToyCommand>): void {
    this.#store(next)
    if (this.#state.lastRequest.kind === 'run') this.#inFlight.abort(SUPERSEDED)
    this.#continue()
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
      else if (next.kind === 'run') await this.#sendRun(next.pending)
      else if (!this.#mustAsk() || (await this.#isStopHere())) await this.#sendStop()
      this.#isOwing = false
      if (!this.#isStill()) continue
      this.#stillness.resolve()
      this.#stillness = Promise.withResolvers()
    }
    this.#running = null
  }

  #mustAsk(): boolean {
    return Boolean(this.#options.isControlledElsewhere) && needsControlCheck(this.#state, this.#clock.now())
  }

  /** Whether the next stop is for this node to send; false as well when the state changed meanwhile: the loop decides again. */
  async #isStopHere(): Promise<boolean> {
    const asked = this.#state
    const unanswered = this.#clock.wait(LOOK_TIMEOUT_MS, this.#wake.signal)
    const isElsewhere = await Promise.race([this.#options.isControlledElsewhere?.(this.#target), unanswered])
    if (this.#state !== asked) return false
    if (isElsewhere) this.#store(stopLeftToOtherNode(asked, this.#clock.now()))
    return !isElsewhere
  }

  #permit({ command }: Pending<ToyCommand>): ReturnType<typeof permit> {
    return permit(command, this.#options.now(), this.#clock.now())
  }

  /**
   * The provider's own stop, and then a 0 of every function, even if the stop was taken: "stopped" proves nothing, and a provider
   * that refuses stops may take zeros.
   */
  async #sendStop(): Promise<void> {
    this.#isOwing = this.#state.stopAt !== null
    const releases = this.#releases
    const stopError = await this.#errorOfStop(signal => this.#driver.stop(this.#target, signal))
    const sentAt = this.#state.lastRequest.at
    let [takenAt, zeroError] = [this.#clock.now(), stopError]
    const { pending, phase } = this.#state
    // A command that may not run any more puts off no zeros; where another node has the toy, nothing more is sent.
    const isHere = releases === this.#releases && phase !== 'closed'
    if (this.#driver.zero && isHere && (!pending || this.#permit(pending) === 'stop')) {
      zeroError = await this.#errorOfStop(async signal => this.#driver.zero?.(this.#target, signal))
      if (stopError) takenAt = this.#clock.now()
    }
    // Another node has the toy.
    if (releases !== this.#releases) return
    if (phase === 'open') this.#options.onStop?.(this.#target, !stopError || !zeroError)
    if (!stopError || !zeroError) {
      const askedAt = this.#stopAskedAt
      this.#stopAskedAt = null
      this.#options.onStopped?.(this.#target, askedAt === null ? null : (takenAt - askedAt) / 1000)
    }
    const error = stopError ?? zeroError
    if (!error) return this.#store(stopAccepted(this.#state, sentAt))
    if (isFirstStopFailure(this.#state)) this.#options.log.warn({ err: error }, 'a stop was not acknowledged')
    this.#store(stopFailed(this.#state, !stopError || !zeroError, this.#clock.now()))
  }

  /** Why a stop, or zeros, were not acknowledged, or null. */
  #errorOfStop = (send: (signal: AbortSignal) => Promise<void>): Promise<Error | null> =>
    this.#request('stop', send).then(
      () => null,
      (error: Error) => error,
    )

  async #sendRun(pending: Pending<ToyCommand>): Promise<void> {
    const permission = this.#permit(pending)
    if (permission === 'drop') return this.#store(dropped(this.#state))
    if (permission === 'stop') return this.#store(stopRequested(this.#state, this.#clock.now()))
    this.#isOwing = true
    try {
      await this.#request('run', (signal, at) => {
        const output = toyOutput(pending.command, at - pending.since, RUN_SECONDS * 1000)
        return this.#driver.run(this.#target, output, RUN_SECONDS, signal)
      })
    } catch (error) {
      return this.#handleFailedRun(pending, error)
    }
    this.#answers.get(pending)?.resolve(this.#clock.now() - this.#state.lastRequest.at)
    this.#store(runAccepted(this.#state, pending, this.#clock.now()))
    this.#options.onRun?.(pending.command, true)
  }

  #handleFailedRun(pending: Pending<ToyCommand>, error: unknown): void {
    const now = this.#clock.now()
    // The provider refused it, so it will not apply it later.
    const isAnswered = error instanceof ToyCommandError && error.code !== null
    if (!isAnswered) this.#store(runUncertain(this.#state, now))
    if (this.#inFlight.signal.reason === SUPERSEDED) return
    this.#options.onRun?.(pending.command, false)
    this.#options.log.warn({ err: error }, 'a command was not taken')
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
      this.#options.onResult?.(this.#target, error)
      throw error
    } finally {
      cancelTimeout()
    }
    this.#options.onResult?.(this.#target, null)
  }
}
