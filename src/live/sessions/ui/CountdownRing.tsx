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

/** Milliseconds between two updates: with the CSS transition in between, the motion looks continuous. */
const TICK_MS = 100

/** The time until control begins, as a ring that empties. */
export function CountdownRing({ session, reading, countdownMs, toyName }: CountdownRingProps) {
  const now = useServerNow(reading, Date.parse(session.serverNow), TICK_MS)
  const left = msUntil(Date.parse(session.countdownEndsAt), now)
  return (
    <div className="grid justify-items-center gap-4 text-center lg:gap-6 shallow:grid-flow-col shallow:items-center shallow:justify-items-start shallow:text-left">
      <div
        className="relative grid size-36 place-items-center sm:size-44 lg:size-64 shallow:size-28"
        role="timer"
        aria-label="Aftellen"
      >
        <Ring
          size={200}
          radius={92}
          strokeWidth={5}
          share={ringFraction(left, countdownMs ?? COUNTDOWN_SCALE_MS)}
        />
        <span className="display figures text-[4rem] leading-none sm:text-[5rem] lg:text-[7rem] shallow:text-[3rem]">
          {toWholeSeconds(left)}
        </span>
      </div>
      <div className="grid gap-1">
        <p className="display text-heading">Straks bedien jij {toyName}, tenzij de ander weigert</p>
        <p className="text-small text-ink-soft">Je betaalt nog niets.</p>
        {session.notice && <p className="text-small text-ink-soft">{session.notice}</p>}
      </div>
    </div>
  )
}

interface RingProps {
  /** Of the drawing, as are the other lengths; it fills its box. */
  size: number
  radius: number
  strokeWidth: number
  /** How much of the time is left, 0 to 1. */
  share: number
}

export function Ring({ size, radius, strokeWidth, share }: RingProps) {
  const { length, offset } = ringStroke(radius, share)
  const circle = { cx: size / 2, cy: size / 2, r: radius }
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      fill="none"
      aria-hidden
      className="absolute inset-0 size-full -rotate-90"
    >
      <circle {...circle} className="stroke-line" strokeWidth="2" />
      <circle
        {...circle}
        className="stroke-live transition-[stroke-dashoffset] duration-100 ease-linear"
        strokeWidth={strokeWidth}
        strokeLinecap="round"
        strokeDasharray={length}
        strokeDashoffset={offset}
      />
    </svg>
  )
}
