import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { pickClockReading, serverTimeAt, type ClockReading } from './serverClock.rules.ts'
import type { ControlSession } from '../contract.ts'
import { controlSessionQuery } from './hooks.ts'
import { HEARTBEAT_TIMEOUT_MS } from '../meter.rules.ts'

/** The best clock reading so far; null until the first request of the browser. */
export function useClockReading(latest: ClockReading | null): ClockReading | null {
  const [kept, keep] = useState(latest)
  const best = latest ? pickClockReading(kept, latest) : kept
  if (best !== kept) keep(best)
  return best
}

/** The server's current time; `serverNow` (epoch milliseconds) until there is a clock reading. */
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

/** Refetches the session when the countdown is over, until the server says so too. */
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

/** Whether the server had no answer for long enough to have stopped the toy. */
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
 * Escape stops the toy anywhere. Space stops it too, except in a text field and on a control outside the session screen: inside
 * the screen Enter presses buttons, so that Space always means stop. A dialog itself, without one of its controls, is no control.
 */
export function useStopKeys(screen: RefObject<HTMLElement | null>, enabled: boolean, stop: () => void): void {
  const onStop = useEffectEvent(stop)
  useEffect(() => {
    if (!enabled) return
    const isStop = ({ key, target }: KeyboardEvent) => {
      if (key === 'Escape') return true
      const isOurs =
        target === document.body ||
        (target instanceof Element && (screen.current?.contains(target) || target.role === 'dialog'))
      return key === ' ' && isOurs && !isTextField(target)
    }
    const onDown = (event: KeyboardEvent) => {
      if (!isStop(event)) return
      if (event.key === ' ') event.preventDefault()
      if (!event.repeat) onStop()
    }
    // A browser presses a button on keyup of Space.
    const onUp = (event: KeyboardEvent) => event.key === ' ' && isStop(event) && event.preventDefault()
    window.addEventListener('keydown', onDown, true)
    window.addEventListener('keyup', onUp, true)
    return () => {
      window.removeEventListener('keydown', onDown, true)
      window.removeEventListener('keyup', onUp, true)
    }
  }, [screen, enabled])
}
