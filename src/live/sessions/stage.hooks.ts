import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useEffectEvent, useMemo, useState, useSyncExternalStore } from 'react'
import { userQuery } from '../../people/accounts/hooks.ts'
import { CallError, reasonOf } from '../../ui/call.ts'
import { toast } from '../../ui/parts/toast.ts'
import { betterReading, localTime, serverTime, type Reading } from './clock.rules.ts'
import { createCommander, type Commander, type Control } from './commander.hooks.ts'
import type { ControlSession } from './contract.ts'
import { controlQuery } from './hooks.ts'
import type { Line } from './line.hooks.ts'
import { HEARTBEAT_MS } from './rules.ts'
import { sendBy } from './socket.hooks.ts'
import type { Playing } from './wave.rules.ts'

/** The user is fetched again when commands have been quiet for this long, in milliseconds. */
const USER_REFRESH_MS = 1500

/** The door to the session's toy, for as long as the screen is open; leaving it stops what runs. */
export function useCommander(line: Line, session: ControlSession | null, reading: Reading | null): Commander {
  const cache = useQueryClient()
  const toyDeviceId = session?.toyDeviceId ?? ''
  const commander = useMemo(() => commanderOf(cache, line, toyDeviceId), [cache, line, toyDeviceId])
  useEffect(() => () => void (commander.control().playing && commander.stop()), [commander])

  const isActive = session?.status === 'ACTIVE'
  useEffect(() => (isActive ? undefined : commander.reset()), [commander, isActive, session?.id])
  useEffect(() => {
    if (isActive && reading) commander.see(playingIn(session, reading), reading.askedAt)
  }, [commander, isActive, session, reading])
  useEffect(() => {
    // The server hears nothing of us for this long: it stops the toy.
    const timer = setTimeout(() => commander.see(null, performance.now()), HEARTBEAT_MS)
    return () => clearTimeout(timer)
  }, [commander, reading])
  return commander
}

export const useControl = (commander: Commander): Control =>
  useSyncExternalStore(commander.subscribe, commander.control, commander.control)

function commanderOf(cache: QueryClient, line: Line, toyDeviceId: string): Commander {
  let quiet: ReturnType<typeof setTimeout> | undefined
  const refresh = ({ queryKey }: { queryKey: readonly unknown[] }) =>
    void cache.invalidateQueries({ queryKey })
  return createCommander({
    send: command => sendBy(line, { toyDeviceId, ...command }),
    onAnswer: () => {
      clearTimeout(quiet)
      quiet = setTimeout(() => refresh(userQuery), USER_REFRESH_MS)
    },
    onFailure: error => {
      const code = error instanceof CallError ? error.code : null
      if (code === 'LOW_BALANCE') raiseLowBalance(cache)
      else if (code !== 'NO_SESSION') tell(error)
      if (code === 'LOW_BALANCE') refresh(userQuery)
      if (code !== 'OFFLINE') refresh(controlQuery)
    },
  })
}

/** "Geen actieve sessie: …" is a title and a text in one; everything else is a command that failed. */
function tell(error: unknown): void {
  const reason = reasonOf(error)
  const isOver = error instanceof CallError && error.code === 'NO_ACTIVE_SESSION'
  const [title = '', description] = isOver ? reason.split(': ') : ['Commando mislukt', reason]
  toast({ title, description, variant: 'destructive' })
}

const raiseLowBalance = (cache: QueryClient): void =>
  void cache.setQueryData(controlQuery.queryKey, seen =>
    seen?.session ? { ...seen, session: { ...seen.session, lowBalance: true } } : seen,
  )

function playingIn({ output }: ControlSession, reading: Reading): Playing | null {
  if (!output) return null
  return { ...output, startedAt: localTime(reading, Date.parse(output.startedAt)) }
}

/** The best reading of the server's clock so far; null until the browser has asked by itself. */
export function useReading(latest: Reading | null): Reading | null {
  const [kept, keep] = useState(latest)
  const best = latest ? betterReading(kept, latest) : kept
  if (best !== kept) keep(best)
  return best
}

/** The server's time, as it goes on; `serverNow` (epoch milliseconds) until there is a reading to count from. */
export function useServerNow(reading: Reading | null, serverNow: number, everyMs: number): number {
  const [at, setAt] = useState<number | null>(null)
  useEffect(() => {
    const tick = () => setAt(performance.now())
    tick()
    const timer = setInterval(tick, everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return reading && at !== null ? serverTime(reading, at) : serverNow
}

/** Looks at the session again when the countdown is over, and again until the server says so too. */
export function useEndOfCountdown(session: ControlSession, reading: Reading | null): void {
  const cache = useQueryClient()
  useEffect(() => {
    if (session.status !== 'COUNTDOWN' || !reading) return
    const left = Date.parse(session.countdownEndsAt) - serverTime(reading, performance.now())
    const look = () => void cache.invalidateQueries({ queryKey: controlQuery.queryKey })
    const timer = setTimeout(look, Math.max(left, 100))
    return () => clearTimeout(timer)
  }, [cache, session, reading])
}

/** Whether the server has not been heard for long enough to have stopped the toy. */
export function useIsLost(reading: Reading | null): boolean {
  const [lost, setLost] = useState(false)
  useEffect(() => {
    setLost(false)
    const timer = setTimeout(() => setLost(true), HEARTBEAT_MS)
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
