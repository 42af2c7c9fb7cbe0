import { MAX_TOY_STRENGTH } from '../../toys/rules.ts'

/** The default address of Intiface. */
export const INTIFACE_DEFAULT_ADDRESS = 'ws://127.0.0.1:12345'

/** Versions of Intiface Central that were seen to leave a toy running after its stop (intiface-central#258). */
const BAD_INTIFACE_VERSIONS: readonly string[] = ['3.0.4']

/** The verdict on the version of a connected program: most tell only their protocol's. */
export type IntifaceVersion = 'bad' | 'unknown' | 'other'

/** @param serverName the program's name in the protocol's handshake, which has no field for a version */
export function intifaceVersionOf(serverName: string): IntifaceVersion {
  const reported = /\d+\.\d+\.\d+/.exec(serverName)?.[0]
  if (reported === undefined) return 'unknown'
  return BAD_INTIFACE_VERSIONS.includes(reported) ? 'bad' : 'other'
}

export const badIntifaceVersions = new Intl.ListFormat('nl', { type: 'disjunction' }).format(
  BAD_INTIFACE_VERSIONS,
)

/**
 * Parses a loopback address, as a browser connects to it; null for any other. Other addresses are refused: an attacker who talks
 * a creator into one would receive the commands for the creator's toys.
 */
export function parseLoopbackAddress(given: string): string | null {
  const text = given.trim()
  if (!URL.canParse(text)) return null
  const { protocol, hostname, port, username, password } = new URL(text)
  const isHere = hostname === '127.0.0.1' || hostname === 'localhost'
  if (protocol !== 'ws:' || !isHere || username || password) return null
  return `ws://${hostname}${port && `:${port}`}`
}

/** The output that a device shall have: strengths 0–20, one each `stepMs`, repeated, for a number of seconds. */
export interface DeviceRun {
  strengths: readonly number[]
  stepMs: number
  seconds: number
  /** The owner's cap, which no motor may exceed, 1–20. */
  cap: number
}

/** The step of a motor with `most` steps at a strength: at least 1 for a strength above 0, if the cap allows a whole step. */
export const motorStep = (most: number, strength: number, cap: number): number =>
  Math.min(Math.ceil((most * strength) / MAX_TOY_STRENGTH), Math.floor((most * cap) / MAX_TOY_STRENGTH))

/** Strong enough to be felt, and short. */
export const buzzRun = (cap: number): DeviceRun => ({
  strengths: [Math.min(8, cap)],
  stepMs: 1000,
  seconds: 0.8,
  cap,
})

/** Maximum seconds of a run, whatever was requested: after that it needs a new command. */
const MAX_RUN_SECONDS = 2

export const runDurationMs = ({ seconds }: DeviceRun): number =>
  Math.min(Math.max(seconds, 0), MAX_RUN_SECONDS) * 1000

/** The strength (0–20) at a time after the start, in milliseconds. */
export const runStrengthAt = ({ strengths, stepMs }: DeviceRun, elapsedMs: number): number =>
  strengths[Math.floor(elapsedMs / Math.max(stepMs, 1)) % Math.max(strengths.length, 1)] ?? 0

/** A device's battery; null for a value that is no percentage. */
export const batteryPercent = (level: number | null): number | null =>
  level !== null && Number.isInteger(level) && level >= 0 && level <= 100 ? level : null
