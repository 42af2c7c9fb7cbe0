import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useEffectEvent, useMemo, useState, useSyncExternalStore } from 'react'
import { userQuery } from '../../../people/accounts/hooks.ts'
import { CallError, reasonOf } from '../../../ui/call.ts'
import { toast } from '../../../ui/parts/toast.ts'
import { pickClockReading, localTimeOf, serverTimeAt, type ClockReading } from './serverClock.rules.ts'
import { CommandSender } from './commandSender.hooks.ts'
import type { ControlState } from './commandSender.rules.ts'
import type { ControlSession } from '../contract.ts'
import { controlSessionQuery } from './hooks.ts'
import type { LiveConnection } from './liveConnection.hooks.ts'
import { HEARTBEAT_TIMEOUT_MS } from '../rules.ts'
import { sendControlCommand } from './playerConnection.hooks.ts'
import type { PlayingOutput } from '../engine/toyOutput.rules.ts'

/** The user is fetched again when commands have been quiet for this long, in milliseconds. */
const USER_REFRESH_MS = 1500

/** The door to the session's toy, for as long as the screen is open; leaving it stops what runs. */
export function useCommandSender(
  line: LiveConnection,
  session: ControlSession | null,
  reading: ClockReading | null,
): CommandSender {
  const cache = useQueryClient()
  const toyDeviceId = session?.toyDeviceId ?? ''
  const commander = useMemo(
    () => createSessionCommandSender(cache, line, toyDeviceId),
    [cache, line, toyDeviceId],
  )
  useEffect(() => () => void (commander.getState().playing && commander.stop()), [commander])

  const isActive = session?.status === 'ACTIVE'
  useEffect(() => (isActive ? undefined : commander.reset()), [commander, isActive, session?.id])
  useEffect(() => {
    if (isActive && reading) commander.receiveOutput(playingOutputOf(session, reading), reading.askedAt)
  }, [commander, isActive, session, reading])
  useEffect(() => {
    // The server hears nothing of us for this long: it stops the toy.
    const timer = setTimeout(() => commander.receiveOutput(null, performance.now()), HEARTBEAT_TIMEOUT_MS)
    return () => clearTimeout(timer)
  }, [commander, reading])
  return commander
}

export const useControlState = (commander: CommandSender): ControlState =>
  useSyncExternalStore(commander.subscribe, commander.getState, commander.getState)

function createSessionCommandSender(
  cache: QueryClient,
  line: LiveConnection,
  toyDeviceId: string,
): CommandSender {
  let quiet: ReturnType<typeof setTimeout> | undefined
  const refresh = ({ queryKey }: { queryKey: readonly unknown[] }) =>
    void cache.invalidateQueries({ queryKey })
  return new CommandSender({
    send: command => sendControlCommand(line, { toyDeviceId, ...command }),
    onAnswer: () => {
      clearTimeout(quiet)
      quiet = setTimeout(() => refresh(userQuery), USER_REFRESH_MS)
    },
    onFailure: error => {
      const code = error instanceof CallError ? error.code : null
      if (code === 'LOW_BALANCE') setLowBalance(cache)
      else if (code !== 'NO_SESSION') toastCommandError(error)
      if (code === 'LOW_BALANCE') refresh(userQuery)
      if (code !== 'OFFLINE') refresh(controlSessionQuery)
    },
  })
}

/** "Geen actieve sessie: …" is a title and a text in one; everything else is a command that failed. */
function toastCommandError(error: unknown): void {
  const reason = reasonOf(error)
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

/** The best reading of the server's clock so far; null until the browser has asked by itself. */
export function useClockReading(latest: ClockReading | null): ClockReading | null {
  const [kept, keep] = useState(latest)
  const best = latest ? pickClockReading(kept, latest) : kept
  if (best !== kept) keep(best)
  return best
}

/** The server's time, as it goes on; `serverNow` (epoch milliseconds) until there is a reading to count from. */
export function useServerNow(reading: ClockReading | null, serverNow: number, everyMs: number): number {
  const [at, setAt] = useState<number | null>(null)
  useEffect(() => {
    const tick = () => setAt(performance.now())
    tick()
    const timer = setInterval(tick, everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return reading && at !== null ? serverTimeAt(reading, at) : serverNow
}

/** Looks at the session again when the countdown is over, and again until the server says so too. */
export function useEndOfCountdown(session: ControlSession, reading: ClockReading | null): void {
  const cache = useQueryClient()
  useEffect(() => {
    if (session.status !== 'COUNTDOWN' || !reading) return
    const left = Date.parse(session.countdownEndsAt) - serverTimeAt(reading, performance.now())
    const look = () => void cache.invalidateQueries({ queryKey: controlSessionQuery.queryKey })
    const timer = setTimeout(look, Math.max(left, 100))
    return () => clearTimeout(timer)
  }, [cache, session, reading])
}

/** Whether the server has not been heard for long enough to have stopped the toy. */
export function useIsConnectionLost(reading: ClockReading | null): boolean {
  const [lost, setLost] = useState(false)
  useEffect(() => {
    setLost(false)
    const timer = setTimeout(() => setLost(true), HEARTBEAT_TIMEOUT_MS)
    return () => clearTimeout(timer)
  }, [reading])
  return lost
}

const isTextField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.matches('input:not([type=range]), textarea, select, [contenteditable]')

/**
 * Escape stops the toy wherever one is, Space wherever it is not needed to write, or to press what stands outside the
 * stage: inside of it Enter presses buttons, so that Space is never taken for anything but a stop.
 */
export function useStopKeys(stage: RefObject<HTMLElement | null>, enabled: boolean, stop: () => void): void {
  const onStop = useEffectEvent(stop)
  useEffect(() => {
    if (!enabled) return
    const isStop = ({ key, target }: KeyboardEvent) => {
      if (key === 'Escape') return true
      const isOurs = target === document.body || (target instanceof Node && stage.current?.contains(target))
      return key === ' ' && isOurs && !isTextField(target)
    }
    const onDown = (event: KeyboardEvent) => {
      if (!isStop(event)) return
      if (event.key === ' ') event.preventDefault()
      if (!event.repeat) onStop()
    }
    // A button is pressed when Space comes up again.
    const onUp = (event: KeyboardEvent) => event.key === ' ' && isStop(event) && event.preventDefault()
    window.addEventListener('keydown', onDown, true)
    window.addEventListener('keyup', onUp, true)
    return () => {
      window.removeEventListener('keydown', onDown, true)
      window.removeEventListener('keyup', onUp, true)
    }
  }, [stage, enabled])
}
