import { CONFIRM_MS } from './devicePlayer.hooks.ts'
import type { IntifaceConnection } from './intiface.hooks.ts'

/** Zeros that are not acknowledged are sent again after a pause that doubles from the first to the last of these, in milliseconds. */
const RETRY_MS = { first: 250, last: 5000 }
/** After this long without an acknowledgement the creator is told to switch her toy off, in milliseconds. */
const UNSTOPPED_MS = 1500

/**
 * stopping      zeros are sent until the program acknowledges them
 * stopped       it did; they are sent twice more, which it has to acknowledge, too
 * unstopped     it refused them, or is late; they are still sent
 * lostRunning   the program went away before it acknowledged them: nothing can be sent any more
 */
type ClosingState = 'stopping' | 'stopped' | 'unstopped' | 'lostRunning'

interface ClosingOptions {
  clock: () => number
  startTicks: (onTick: () => void) => () => void
  /** Whether another connection has the devices. */
  isReplaced: () => boolean
  onState: (state: ClosingState) => void
}

/**
 * A connection to the program that is no longer used: it is kept until the program acknowledged zeros of all its devices, because a closed
 * socket leaves nothing to send them by, and closed once nothing of ours can reach them any more.
 */
export class ClosingConnection {
  readonly #intiface: IntifaceConnection
  readonly #options: ClosingOptions
  #state: ClosingState = 'stopping'
  /** How often zeros were acknowledged and then sent again. */
  #round = 0
  #roundSince: number
  #retryMs = RETRY_MS.first
  #sendAt = -Infinity
  #firstTakenAt = 0
  #pingAt: number
  #isOpen = true
  #endTicks = () => {}

  constructor(intiface: IntifaceConnection, options: ClosingOptions) {
    this.#intiface = intiface
    this.#options = options
    this.#roundSince = this.#pingAt = options.clock()
  }

  /** Sends the first zeros before it returns: the page may be about to go. */
  start(): void {
    this.#tick()
    if (this.#isOpen) this.#endTicks = this.#options.startTicks(() => this.#tick())
  }

  getState = (): ClosingState => this.#state

  /** Whether zeros can still be sent. */
  isOpen = (): boolean => this.#isOpen

  close(): void {
    if (!this.#isOpen) return
    this.#end()
    this.#intiface.close()
  }

  #end(): void {
    this.#isOpen = false
    this.#endTicks()
    if (this.#state !== 'stopped') this.#become('lostRunning')
  }

  #become(next: ClosingState): void {
    if (next === this.#state) return
    this.#state = next
    this.#options.onState(next)
  }

  #tick(): void {
    if (!this.#isOpen) return
    const now = this.#options.clock()
    if (this.#options.isReplaced()) return this.close()
    if (!this.#intiface.isConnected()) return this.#end()
    if (now - this.#roundSince > UNSTOPPED_MS) this.#become('unstopped')
    if (now >= this.#sendAt) this.#send(now)
    if (now - this.#pingAt < this.#intiface.pingMs) return
    this.#pingAt = now
    this.#intiface.ping().catch(() => undefined)
  }

  #send(now: number): void {
    const round = this.#round
    this.#sendAt = now + this.#retryMs
    this.#retryMs = Math.min(this.#retryMs * 2, RETRY_MS.last)
    this.#intiface.stopAll().then(
      () => this.#taken(round),
      () => this.#isOpen && round === this.#round && this.#become('unstopped'),
    )
  }

  /** Any answer of the round counts, however late. */
  #taken(round: number): void {
    if (!this.#isOpen || round !== this.#round) return
    const now = this.#options.clock()
    if (round === 0) this.#firstTakenAt = now
    this.#become('stopped')
    const nextMs = CONFIRM_MS[round]
    if (nextMs === undefined) return this.close()
    this.#round += 1
    this.#sendAt = this.#roundSince = Math.max(now, this.#firstTakenAt + nextMs)
    this.#retryMs = RETRY_MS.first
  }
}
