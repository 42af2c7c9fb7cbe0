import { CallError } from '../../../ui/call.ts'
import type { PlayingOutput } from '../engine/toyOutput.rules.ts'
import {
  newSender,
  reduceSender,
  type ControlState,
  type PlayCommand,
  type SenderEffect,
  type SenderEvent,
  type Sending,
  type SentCommand,
} from './commandSender.rules.ts'

export interface CommandSenderOptions {
  /** Sends one command and answers its number on the server. */
  send: (command: SentCommand) => Promise<{ sequence: number }>
  /** A command that was not carried out; a stop that will be repeated says so once. */
  onFailure: (error: unknown, command: SentCommand['command']) => void
  onAnswer: () => void
  clock?: () => number
}

/** The server said no: repeating the command would be refused again. */
const isRefusal = (error: unknown): boolean =>
  error instanceof CallError && error.status >= 400 && error.status < 500 && error.status !== 429

/** The only way from this screen to the toy: sends what the rules say. */
export class CommandSender {
  readonly #options: CommandSenderOptions
  readonly #clock: () => number
  readonly #listeners = new Set<() => void>()
  #state = newSender
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(options: CommandSenderOptions) {
    this.#options = options
    this.#clock = options.clock ?? (() => performance.now())
  }

  /** Asks for something new: the last one wins, and none overtakes a stop. */
  play = (command: PlayCommand): void => this.#dispatch({ type: 'play', command })

  /** Stops the toy now: drops what waits, waits for nothing, and is repeated until it is acknowledged. */
  stop = (): void => this.#dispatch({ type: 'stop' })

  /** What the server said that the toy does, in an answer to a request that was sent at `askedAt`. */
  receiveOutput = (playing: PlayingOutput | null, askedAt: number): void =>
    this.#dispatch({ type: 'outputReceived', playing, askedAt })

  /** Forgets everything: the session is over. */
  reset = (): void => this.#dispatch({ type: 'reset' })

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  getState = (): ControlState => this.#state.shown

  #dispatch(event: SenderEvent): void {
    const { shown } = this.#state
    const { state, effects } = reduceSender(this.#state, event, this.#clock())
    this.#state = state
    if (state.shown !== shown) for (const listener of this.#listeners) listener()
    for (const effect of effects) this.#run(effect)
  }

  #run(effect: SenderEffect): void {
    switch (effect.type) {
      case 'send':
        return this.#send(effect.sending)
      case 'wake':
        clearTimeout(this.#timer)
        this.#timer = setTimeout(() => this.#dispatch({ type: 'timer' }), effect.inMs)
        return
      case 'reportAnswer':
        return this.#options.onAnswer()
      case 'reportFailure':
        return this.#options.onFailure(effect.error, effect.command)
    }
  }

  #send(sending: Sending): void {
    this.#options.send(sending.command).then(
      ({ sequence }) => this.#dispatch({ type: 'answered', sending, sequence }),
      (error: unknown) => {
        const outcome = isRefusal(error) ? 'refused' : 'unknown'
        this.#dispatch({ type: 'failed', sending, outcome, error })
      },
    )
  }
}
