import { MAX_TOY_STRENGTH } from '../toys/rules.ts'

/** How often a phone is told how long to vibrate, in milliseconds. */
export const FEEL_EVERY_MS = 100

/** So long of each `FEEL_EVERY_MS` a phone vibrates at a strength of 0–20: its motor knows only on and off. */
export const onTimeMs = (strength: number): number =>
  Math.round((Math.min(Math.max(strength, 0), MAX_TOY_STRENGTH) / MAX_TOY_STRENGTH) * FEEL_EVERY_MS)
