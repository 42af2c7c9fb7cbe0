import { PATTERN_STEP_MS, patternStrengths } from '../../toys/pattern.rules.ts'
import { applyCap } from '../../toys/rules.ts'
import type { CurrentOutput } from '../contract.ts'

/** The output of a toy, and its start on the browser's monotonic clock, in milliseconds. */
export interface PlayingOutput extends Omit<CurrentOutput, 'startedAt'> {
  startedAt: number
}

/** The time span of the waveform, and between two of its points, in milliseconds. */
export const WAVEFORM_MS = 5000
export const WAVEFORM_POINT_MS = 20
/** In this time the waveform covers half of the distance to a new strength, in milliseconds, as a motor with inertia does. */
const HALF_WAY_MS = 45
/** Two reports of one command may differ by this much and still be the same run, in milliseconds. */
const SAME_RUN_MS = 400

/** The strength of an output at a time, 0–20 on the slider's scale. */
export function outputStrengthAt(playing: PlayingOutput | null, at: number): number {
  if (!playing) return 0
  if (playing.command === 'vibrate') return playing.intensity ?? 0
  const strengths = playing.pattern === null ? null : patternStrengths(playing.pattern)
  if (!strengths) return 0
  const step = Math.floor(Math.max(at - playing.startedAt, 0) / PATTERN_STEP_MS)
  return strengths[step % strengths.length] ?? 0
}

/**
 * The level of a toy, 0–20, under its owner's cap.
 * @param elapsedMs how long it has done this
 */
export const outputLevel = (
  output: Omit<CurrentOutput, 'startedAt'> | null,
  elapsedMs: number,
  cap: number,
): number => (output ? applyCap(outputStrengthAt({ ...output, startedAt: 0 }, elapsedMs), cap) : 0)

/** Whether two outputs are the same command. */
const isSameOutput = (a: PlayingOutput | null, b: PlayingOutput | null): boolean =>
  a === b ||
  (a !== null &&
    b !== null &&
    a.command === b.command &&
    a.intensity === b.intensity &&
    a.pattern === b.pattern)

/** Keeps the drawn run when a newer report means the same one: its phase must not jump by a few milliseconds. */
export const keepSameOutput = (
  drawn: PlayingOutput | null,
  told: PlayingOutput | null,
): PlayingOutput | null =>
  isSameOutput(drawn, told) && Math.abs((drawn?.startedAt ?? 0) - (told?.startedAt ?? 0)) < SAME_RUN_MS
    ? drawn
    : told

/** The waveform as drawn: strengths from old to new, one each POINT_MS. */
export interface Waveform {
  points: readonly number[]
  /** The time of the newest point. */
  at: number
}

const length = WAVEFORM_MS / WAVEFORM_POINT_MS

export const emptyWaveform = (at: number): Waveform => ({ points: Array.from({ length }, () => 0), at })

/** Advances the waveform to `now`, each point towards the strength of its time. */
export function advanceWaveform(trail: Waveform, playing: PlayingOutput | null, now: number): Waveform {
  const missing = Math.min(Math.floor((now - trail.at) / WAVEFORM_POINT_MS), length)
  if (missing <= 0) return trail
  const at = trail.at + Math.floor((now - trail.at) / WAVEFORM_POINT_MS) * WAVEFORM_POINT_MS
  const points = trail.points.slice(missing)
  const share = 1 - 2 ** (-WAVEFORM_POINT_MS / HALF_WAY_MS)
  let strength = trail.points.at(-1) ?? 0
  for (let left = missing - 1; left >= 0; left--) {
    strength += (outputStrengthAt(playing, at - left * WAVEFORM_POINT_MS) - strength) * share
    points.push(strength)
  }
  return { points, at }
}

/** A static shape of the output, for users who prefer reduced motion. */
export function staticWaveform(playing: PlayingOutput | null): Waveform {
  const from = playing?.startedAt ?? 0
  const points = Array.from({ length }, (_, index) =>
    outputStrengthAt(playing, from + index * WAVEFORM_POINT_MS),
  )
  return { points, at: from }
}
