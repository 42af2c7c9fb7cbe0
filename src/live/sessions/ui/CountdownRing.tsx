import {
  COUNTDOWN_SCALE_MS,
  msUntil,
  ringFraction,
  ringStroke,
  toWholeSeconds,
  type ClockReading,
} from './serverClock.rules.ts'
import type { ControlSession } from '../contract.ts'
import { useServerNow } from './sessionScreen.hooks.ts'

interface CountdownRingProps {
  session: ControlSession
  reading: ClockReading | null
  /** The length of the countdown, in milliseconds, when this screen saw its start. */
  countdownMs: number | null
  toyName: string
}

const RADIUS = 92
/** Milliseconds between two updates: with the CSS transition in between, the motion looks continuous. */
const TICK_MS = 100

/** The time until control begins, as a ring that empties. */
export function CountdownRing({ session, reading, countdownMs, toyName }: CountdownRingProps) {
  const now = useServerNow(reading, Date.parse(session.serverNow), TICK_MS)
  const left = msUntil(Date.parse(session.countdownEndsAt), now)
  const { length, offset } = ringStroke(RADIUS, ringFraction(left, countdownMs ?? COUNTDOWN_SCALE_MS))
  return (
    <div className="grid justify-items-center gap-4 text-center lg:gap-6 shallow:grid-flow-col shallow:items-center shallow:justify-items-start shallow:text-left">
      <div
        className="relative grid size-36 place-items-center sm:size-44 lg:size-64 shallow:size-28"
        role="timer"
        aria-label="Aftellen"
      >
        <svg viewBox="0 0 200 200" fill="none" aria-hidden className="absolute inset-0 size-full -rotate-90">
          <circle cx="100" cy="100" r={RADIUS} className="stroke-line" strokeWidth="2" />
          <circle
            cx="100"
            cy="100"
            r={RADIUS}
            className="stroke-live transition-[stroke-dashoffset] duration-100 ease-linear"
            strokeWidth="5"
            strokeLinecap="round"
            strokeDasharray={length}
            strokeDashoffset={offset}
          />
        </svg>
        <span className="display figures text-[4rem] leading-none sm:text-[5rem] lg:text-[7rem] shallow:text-[3rem]">
          {toWholeSeconds(left)}
        </span>
      </div>
      <div className="grid gap-1">
        <p className="display text-heading">Zo neem je {toyName} over</p>
        <p className="text-small text-ink-soft">Nu wordt er nog niets berekend.</p>
      </div>
    </div>
  )
}
