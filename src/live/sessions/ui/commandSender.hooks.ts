import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { userQuery } from '../../../people/accounts/hooks.ts'
import { CallError, userMessageOf } from '../../../ui/call/call.ts'
import { toast } from '../../../ui/dialogs/toast.ts'
import type { ControlSession } from '../contract.ts'
import { HEARTBEAT_TIMEOUT_MS } from '../meter.rules.ts'
import { controlSessionQuery } from './hooks.ts'
import { LEVEL_RANGE } from './level.rules.ts'
import { sendControlCommand, type CommandAnswer, type LiveConnection } from './liveConnection.hooks.ts'
import { localTimeOf, type ClockReading } from './serverClock.rules.ts'
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

/** The user is fetched again after this long without a command, in milliseconds. */
const USER_REFRESH_MS = 1500

export interface CommandSenderOptions {
  /** Sends one command that waited here for so long, in milliseconds. @returns its number on the server, and the delay if it is known */
  send: (command: SentCommand, waitedMs: number) => Promise<CommandAnswer>
  /** Reports a failed command; a stop that is retried is reported once. */
  onFailure: (error: unknown, command: SentCommand['command']) => void
  onAnswer: () => void
  clock?: () => number
}

/** The server refused it: a retry would be refused again. */
const isRefusal = (error: unknown): boolean =>
  error instanceof CallError && error.status >= 400 && error.status < 500 && error.status !== 429

/** The only way from this screen to the toy: sends the commands that the rules choose. */
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

  /** Sends a new command: the last one wins, and none overtakes a stop. */
  play = (command: PlayCommand): void => this.#dispatch({ type: 'play', command })

  /** Stops the toy now: drops pending commands, is sent without delay, and is repeated until it is acknowledged. */
  stop = (): void => this.#dispatch({ type: 'stop' })

  /** Takes the toy's output from an answer to a request that was sent at `askedAt`. */
  receiveOutput = (playing: PlayingOutput | null, askedAt: number): void =>
    this.#dispatch({ type: 'outputReceived', playing, askedAt })

  /** Resets all state: the session is over. */
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
    this.#options.send(sending.command, sending.waitedMs).then(
      ({ sequence, delay }) =>
        this.#dispatch({ type: 'answered', sending, sequence, delayMs: delay?.totalMs ?? null }),
      (error: unknown) => {
        const outcome = isRefusal(error) ? 'refused' : 'unknown'
        this.#dispatch({ type: 'failed', sending, outcome, error })
      },
    )
  }
}

/** Sends commands to the session's toy while the screen is open; leaving the screen stops the running one. */
export function useCommandSender(
  connection: LiveConnection,
  session: ControlSession | null,
  reading: ClockReading | null,
): CommandSender {
  const cache = useQueryClient()
  const toyDeviceId = session?.toyDeviceId ?? ''
  const sender = useMemo(
    () => createSessionCommandSender(cache, connection, toyDeviceId),
    [cache, connection, toyDeviceId],
  )
  useEffect(() => () => void (sender.getState().playing && sender.stop()), [sender])

  const isActive = session?.status === 'ACTIVE'
  useEffect(() => (isActive ? undefined : sender.reset()), [sender, isActive, session?.id])
  useEffect(() => {
    if (isActive && reading) sender.receiveOutput(playingOutputOf(session, reading), reading.askedAt)
  }, [sender, isActive, session, reading])
  useEffect(() => {
    // The server stops the toy when it gets nothing from here for this long.
    const timer = setTimeout(() => sender.receiveOutput(null, performance.now()), HEARTBEAT_TIMEOUT_MS)
    return () => clearTimeout(timer)
  }, [sender, reading])
  return sender
}

export const useControlState = (sender: CommandSender): ControlState =>
  useSyncExternalStore(sender.subscribe, sender.getState, sender.getState)

function createSessionCommandSender(cache: QueryClient, connection: LiveConnection, toyDeviceId: string) {
  let quiet: ReturnType<typeof setTimeout> | undefined
  const refresh = ({ queryKey }: { queryKey: readonly unknown[] }) =>
    void cache.invalidateQueries({ queryKey })
  return new CommandSender({
    send: (command, waitedMs) => sendControlCommand(connection, { toyDeviceId, ...command }, waitedMs),
    onAnswer: () => {
      clearTimeout(quiet)
      quiet = setTimeout(() => refresh(userQuery), USER_REFRESH_MS)
    },
    onFailure: error => {
      const code = error instanceof CallError ? error.code : null
      if (code === 'LOW_BALANCE') setLowBalance(cache)
      // The screen says why by itself: the login has ended, or the creator lets it wait.
      else if (code !== 'NO_SESSION' && code !== 'CONFLICT') toastCommandError(error)
      if (code === 'LOW_BALANCE') refresh(userQuery)
      if (code !== 'OFFLINE') refresh(controlSessionQuery)
    },
  })
}

/** Splits "Geen actieve sessie: …" into title and text; every other error gets the title of a failed command. */
function toastCommandError(error: unknown): void {
  const reason = userMessageOf(error)
  const isOver = error instanceof CallError && error.code === 'NO_ACTIVE_SESSION'
  const [title = '', description] = isOver ? reason.split(': ') : ['Commando mislukt', reason]
  toast({ title, description, variant: 'destructive' })
}

const setLowBalance = (cache: QueryClient): void =>
  void cache.setQueryData(controlSessionQuery.queryKey, seen =>
    seen?.session ? { ...seen, session: { ...seen.session, lowBalance: true } } : seen,
  )

function playingOutputOf({ output }: ControlSession, reading: ClockReading): PlayingOutput | null {
  if (!output) return null
  return { ...output, startedAt: localTimeOf(reading, Date.parse(output.startedAt)) }
}

/** The values of the controls, and the commands that moving them sends. */
export function useToyControls(sender: CommandSender, initialPattern: string) {
  const [level, setLevel] = useState<number>(LEVEL_RANGE.first)
  const [pattern, setPattern] = useState<string>(initialPattern)
  return {
    level,
    pattern,
    vibrate: (intensity: number) => {
      setLevel(intensity)
      sender.play({ command: 'vibrate', intensity })
    },
    play: (name: string) => {
      setPattern(name)
      sender.play({ command: 'pattern', pattern: name })
    },
  }
}
