/** The claim window, in milliseconds: only one user may start in it. */
export const CLAIM_WINDOW_MS = 30_000
/**
 * A user without a heartbeat for this long, in milliseconds, gets no claim window; a tab in the background sends one a minute.
 */
export const PRESENCE_TIMEOUT_MS = 75_000
/** Without a heartbeat for this long the position is lost, in milliseconds: a phone that slept for less keeps it. */
export const POSITION_TIMEOUT_MS = 10 * 60_000
const MINUTE_MS = 60_000
/** The assumed session length on a toy that has had few, in milliseconds. */
const DEFAULT_SESSION_MS = 10 * MINUTE_MS
/** The shortest assumed session length, in milliseconds: some sessions end at once. */
const MIN_SESSION_MS = MINUTE_MS

/** A user's position, with the conditions that change it. */
export interface QueueEntry {
  userId: string
  seenAt: Date
  claimUntil: Date | null
  /** False for a blocked user, one whom its owner does not receive, a closed account, and a user who controls a toy. */
  isEligible: boolean
}

/** The queue for one toy, in the order of arrival. */
export interface QueueState<P extends QueueEntry = QueueEntry> {
  entries: P[]
  /** The toy is active and on the air. */
  isOpen: boolean
  /** A session can start on it now: it is online, no user controls it, and its owner takes no pause. */
  isAvailable: boolean
}

const isWithin = (since: Date, ms: number, now: Date): boolean => now.getTime() - since.getTime() < ms

export const isPresent = ({ seenAt }: QueueEntry, now: Date): boolean =>
  isWithin(seenAt, PRESENCE_TIMEOUT_MS, now)

/** The user with the claim window. */
export const findClaimHolder = <P extends QueueEntry>(places: P[]): P | undefined =>
  places.find(({ claimUntil }) => claimUntil !== null)

/**
 * Advances a queue to `now`: a user loses the position by not being eligible, by letting the claim window expire or by being away
 * for too long, and a free toy is offered to the first user who is present. A claim window starts when it is given, so that each
 * user has all of it; when the toy becomes unavailable, the user loses the window but keeps the position.
 */
export function advanceQueue<P extends QueueEntry>(
  { entries: places, isOpen, isAvailable: isFree }: QueueState<P>,
  now: Date,
): P[] {
  const stays = (place: P): boolean =>
    isOpen &&
    place.isEligible &&
    isWithin(place.seenAt, POSITION_TIMEOUT_MS, now) &&
    (place.claimUntil === null || now < place.claimUntil)
  const left = places.filter(stays)
  if (!isFree) return left.map(place => (place.claimUntil ? { ...place, claimUntil: null } : place))
  if (findClaimHolder(left)) return left
  const next = left.find(place => isPresent(place, now))
  const claimUntil = new Date(now.getTime() + CLAIM_WINDOW_MS)
  return left.map(place => (place === next ? { ...place, claimUntil } : place))
}

/** Whether the queue allows a user to start on the toy: the claim window is theirs, or no one's. */
export function canStartOnToy(queue: QueueState, userId: string, now: Date): boolean {
  const holder = findClaimHolder(advanceQueue({ ...queue, isAvailable: true }, now))
  return holder === undefined || holder.userId === userId
}

/** The pace of play on a toy. */
export interface SessionPace {
  /** The median length of its sessions, in milliseconds; null when it has had too few. */
  typicalMs: number | null
  /** How long the current session has lasted, in milliseconds; null without one. */
  runningMs: number | null
}

/** Expected wait with `ahead` users before, in milliseconds: assumes that every session has the median length. */
export function estimateWaitMs({ typicalMs, runningMs }: SessionPace, ahead: number): number {
  const each = Math.max(typicalMs ?? DEFAULT_SESSION_MS, MIN_SESSION_MS)
  const running = runningMs === null ? 0 : Math.max(each - runningMs, 0)
  return Math.round(ahead * each + running)
}

/** An expected wait as text, no more precise than the estimate. */
export function waitLabel(ms: number): string {
  const minutes = Math.round(ms / MINUTE_MS)
  if (minutes < 1) return 'Het kan elk moment zover zijn'
  return `Nog ongeveer ${minutes === 1 ? '1 minuut' : `${minutes} minuten`}`
}
