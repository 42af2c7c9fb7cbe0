import { MAX_TOY_STRENGTH } from '../toys/rules.ts'

/** Where Intiface listens unless it was told otherwise. */
export const INTIFACE_DEFAULT_ADDRESS = 'ws://127.0.0.1:12345'

/**
 * The address of a program on this very computer, as a browser calls it; null for any other. What leads elsewhere is
 * refused: who talks a creator into another's address would get what is meant for their toys.
 */
export function parseLoopbackAddress(given: string): string | null {
  const text = given.trim()
  if (!URL.canParse(text)) return null
  const { protocol, hostname, port, username, password } = new URL(text)
  const isHere = hostname === '127.0.0.1' || hostname === 'localhost'
  if (protocol !== 'ws:' || !isHere || username || password) return null
  return `ws://${hostname}${port && `:${port}`}`
}

/** What a device shall do: strengths 0–20, one each `stepMs`, over and over, for so many seconds. */
export interface DeviceRun {
  strengths: readonly number[]
  stepMs: number
  seconds: number
  /** What no motor may exceed, 1–20. */
  cap: number
}

/** The step of a motor with `most` of them at a strength: what is asked at all is felt, if the cap allows a whole step. */
export const motorStep = (most: number, strength: number, cap: number): number =>
  Math.min(Math.ceil((most * strength) / MAX_TOY_STRENGTH), Math.floor((most * cap) / MAX_TOY_STRENGTH))

/** Seconds that a device runs at most, whatever was said: then it must have been said again. */
const MAX_RUN_SECONDS = 2

export const runDurationMs = ({ seconds }: DeviceRun): number =>
  Math.min(Math.max(seconds, 0), MAX_RUN_SECONDS) * 1000

/** The strength (0–20) that is due so long after the start, in milliseconds. */
export const runStrengthAt = ({ strengths, stepMs }: DeviceRun, elapsedMs: number): number =>
  strengths[Math.floor(elapsedMs / Math.max(stepMs, 1)) % Math.max(strengths.length, 1)] ?? 0
