import { CallError } from '../../../ui/call.ts'
import type { ControlCommand } from '../contract.ts'
import { sendDelay, mayHaveArrivedAfterStop, stopRetryDelay } from './commandThrottle.rules.ts'
import { keepSameOutput, type PlayingOutput } from '../engine/toyOutput.rules.ts'

/** What may be asked of the toy. */
export type PlayCommand = { command: 'vibrate'; intensity: number } | { command: 'pattern'; pattern: string }
type SentCommand = PlayCommand | { command: 'stop' }

/** What the screen shows of it. */
export interface ControlState {
  /** What the toy does, as far as the server acknowledged it. */
  playing: PlayingOutput | null
  /** The way there and back of the last command, in milliseconds; null before the first. */
  roundTripMs: number | null
  /** A stop is on its way. */
  isStopping: boolean
}

export interface CommandSender {
  /** Asks for something new: the last one wins, and none passes a stop. */
  play: (wish: PlayCommand) => void
  /** Stops the toy now: drops what waits, waits for nothing, and is repeated until it is acknowledged. */
  stop: () => void
  /** What the server said that the toy does, in an answer to a question asked at `askedAt`. */
  receiveOutput: (playing: PlayingOutput | null, askedAt: number) => void
  /** Forgets everything: the session is over. */
  reset: () => void
  subscribe: (listener: () => void) => () => void
  getState: () => ControlState
}

export interface CommandSenderOptions {
  /** Sends one command and answers its number on the server. */
  send: (command: SentCommand) => Promise<Pick<NumberedCommand, 'sequence'>>
  /** A command that was not carried out; a stop that will be repeated says so once. */
  onFailure: (error: unknown, command: SentCommand['command']) => void
  onAnswer: () => void
  clock?: () => number
}

interface NumberedCommand {
  command: ControlCommand['command']
  sequence: number
}

/** The number of a command under way, once it is known. */
type SentCommandResult = Promise<number | 'refused' | 'unknown'>

const idle: ControlState = { playing: null, roundTripMs: null, isStopping: false }

/** The server said no: repeating it would say the same. */
const isRefusal = (error: unknown): boolean =>
  error instanceof CallError && error.status >= 400 && error.status < 500 && error.status !== 429

/** The one door from this screen to the toy: at most one command under way, and the stop past all of them. */
export function createCommandSender(options: CommandSenderOptions): CommandSender {
  const { send, onFailure, onAnswer, clock = () => performance.now() } = options
  const listeners = new Set<() => void>()
  let control = idle
  let waiting: PlayCommand | null = null
  let underWay: SentCommandResult | null = null
  let sentAt: number | null = null
  let answeredAt = Number.NEGATIVE_INFINITY
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Grows with every stop and every end: an answer from before it says nothing about now. */
  let era = 0

  function show(change: Partial<ControlState>): void {
    control = { ...control, ...change }
    for (const listener of listeners) listener()
  }

  function forget(): void {
    era += 1
    waiting = null
    clearTimeout(timer)
  }

  function pump(): void {
    clearTimeout(timer)
    const busy = underWay !== null || control.isStopping
    const wait = sendDelay({ hasPending: waiting !== null, isInFlight: busy, sentAt }, clock())
    if (wait === null || waiting === null) return
    if (wait > 0) {
      timer = setTimeout(pump, wait)
      return
    }
    const wish = waiting
    waiting = null
    underWay = sendWish(wish)
  }

  async function sendWish(wish: PlayCommand): SentCommandResult {
    const began = era
    const at = clock()
    sentAt = at
    try {
      const { sequence } = await send(wish)
      if (began === era) acknowledge(wish, at)
      return sequence
    } catch (error) {
      if (began === era) onFailure(error, wish.command)
      return isRefusal(error) ? 'refused' : 'unknown'
    } finally {
      underWay = null
      pump()
    }
  }

  function acknowledge(wish: PlayCommand, at: number): void {
    answeredAt = clock()
    const told = { intensity: null, pattern: null, ...wish, startedAt: (at + answeredAt) / 2 }
    show({ playing: told, roundTripMs: answeredAt - at })
    onAnswer()
  }

  async function sendStops(began: number): Promise<void> {
    await untilStopped(began)
    if (began !== era) return
    show({ isStopping: false })
    pump()
  }

  async function untilStopped(began: number): Promise<void> {
    const before = underWay
    for (let tries = 1; began === era; tries++) {
      const at = clock()
      try {
        const { sequence } = await send({ command: 'stop' })
        if (began !== era) return
        answeredAt = clock()
        show({ playing: null, roundTripMs: answeredAt - at })
        onAnswer()
        if (!before || !mayHaveArrivedAfterStop(await before, sequence)) return
      } catch (error) {
        if (began !== era) return
        if (tries === 1 || isRefusal(error)) onFailure(error, 'stop')
        if (isRefusal(error)) return show({ playing: null })
        await pause(stopRetryDelay(tries))
      }
    }
  }

  return {
    play(wish) {
      waiting = wish
      pump()
    },
    stop() {
      waiting = null
      if (control.isStopping) return
      forget()
      show({ isStopping: true })
      void sendStops(era)
    },
    receiveOutput(playing, askedAt) {
      if (askedAt <= answeredAt || control.isStopping) return
      const drawn = keepSameOutput(control.playing, playing)
      if (drawn !== control.playing) show({ playing: drawn })
    },
    reset() {
      forget()
      sentAt = null
      if (control !== idle) {
        control = idle
        for (const listener of listeners) listener()
      }
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    getState: () => control,
  }
}

const pause = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))
