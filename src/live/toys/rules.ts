import type { OnAirHours, ToyFunction } from './contract.ts'

/** The highest strength of a toy. */
export const MAX_TOY_STRENGTH = 20

/** An app without a report for this long counts as offline, in milliseconds. */
export const OFFLINE_AFTER_MS = 60_000

const HOUR_MS = 3_600_000

/** The highest strength of a toy now. */
export const capOf = ({
  maxIntensity,
  unconfirmedCap,
}: {
  maxIntensity: number
  unconfirmedCap: number | null
}): number => Math.min(maxIntensity, unconfirmedCap ?? maxIntensity)

/** Columns of a toy that its owner puts on the air, at most until `latest`, and of one that is taken off, whoever does it. */
export const onAirFor = (hours: OnAirHours, now: Date, latest: Date | null) => ({
  onAir: true,
  onAirUntil: new Date(Math.min(now.getTime() + hours * HOUR_MS, latest?.getTime() ?? Infinity)),
  onAirSince: now,
  onAirHours: hours,
})
export const offAir = { onAir: false, onAirUntil: null, onAirSince: null, onAirHours: null } as const

/** Whether others may start on a toy, as far as its owner decides: off the air nobody new may; a running session goes on. */
export const isOnAir = (toy: { onAir: boolean; onAirUntil: Date | null }, now: Date): boolean =>
  toy.onAir && toy.onAirUntil !== null && now < toy.onAirUntil

/**
 * A strength under its owner's cap: the whole scale is mapped to the range below it, so that every slider position has an effect.
 * Only 0 becomes 0.
 */
export const applyCap = (strength: number, cap: number): number =>
  strength === 0 ? 0 : Math.max(1, Math.round((strength * cap) / MAX_TOY_STRENGTH))

/** The state of a toy that a report of its app may change. */
interface ReportedState {
  status: 'ONLINE' | 'OFFLINE'
  lastActive: Date | null
  unreachableAt: Date | null
  unstoppedAt: Date | null
  batteryLevel: number | null
  functions: ToyFunction[] | null
}

/**
 * Whether a toy can be controlled: its app reported it recently, has not refused a command since the last one that it took, and owes
 * no stop. Nobody may start on a toy that would not stop for them.
 */
export const isToyOnline = (
  toy: Pick<ReportedState, 'status' | 'lastActive' | 'unreachableAt' | 'unstoppedAt'>,
  now: Date,
): boolean =>
  toy.status === 'ONLINE' &&
  toy.unreachableAt === null &&
  toy.unstoppedAt === null &&
  toy.lastActive !== null &&
  now.getTime() - toy.lastActive.getTime() < OFFLINE_AFTER_MS

/** Whether anyone is shown something else of a toy after a report; when it last reported is read by admins at an interval. */
export const isShownDifferently = (
  before: ReportedState | undefined,
  after: ReportedState,
  now: Date,
): boolean =>
  before === undefined ||
  isToyOnline(before, now) !== isToyOnline(after, now) ||
  before.batteryLevel !== after.batteryLevel ||
  String(before.functions) !== String(after.functions)
