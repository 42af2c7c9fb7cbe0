/** How long only the one whose turn it is may start, in milliseconds. */
export const CLAIM_WINDOW_MS = 30_000
/** Without a sign of life for this long nobody is kept waiting for someone; a tab in the background gives one a minute. */
export const PRESENCE_TIMEOUT_MS = 75_000
/** Without one for this long a place is lost: a phone that slept for less finds it where it was. */
export const POSITION_TIMEOUT_MS = 10 * 60_000
const MINUTE_MS = 60_000
/** How long a session is taken to last on a toy that has had few, in milliseconds. */
const DEFAULT_SESSION_MS = 10 * MINUTE_MS
/** How long it is taken to last at least: some are over before they have begun. */
const MIN_SESSION_MS = MINUTE_MS

/** Someone's place, as far as time and others move it. */
export interface QueueEntry {
  userId: string
  seenAt: Date
  claimUntil: Date | null
  /** False for whom the creator blocked, who closed their account, or who controls a toy. */
  isEligible: boolean
}

/** All who wait for one toy, in the order of arrival. */
export interface QueueState<P extends QueueEntry = QueueEntry> {
  entries: P[]
  /** The toy is active and on the air. */
  isOpen: boolean
  /** It can be started on now: it is online, and nobody controls it. */
  isAvailable: boolean
}

const isWithin = (since: Date, ms: number, now: Date): boolean => now.getTime() - since.getTime() < ms

export const isPresent = ({ seenAt }: QueueEntry, now: Date): boolean =>
  isWithin(seenAt, PRESENCE_TIMEOUT_MS, now)

/** Whose turn it is. */
export const findClaimHolder = <P extends QueueEntry>(places: P[]): P | undefined =>
  places.find(({ claimUntil }) => claimUntil !== null)

/**
 * Brings a queue to `now`: who is not welcome, let their turn pass or was away for too long loses their place, and a toy that
 * is free is offered to the first who is there. A turn lasts from when it is given, so that whoever gets it has all of it; one
 * for a toy that can't be started on any more is taken back, and the place stays.
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

/** Whether someone may start on the toy, as far as who waits for it goes: it is their turn, or nobody's. */
export function canStartOnToy(queue: QueueState, userId: string, now: Date): boolean {
  const holder = findClaimHolder(advanceQueue({ ...queue, isAvailable: true }, now))
  return holder === undefined || holder.userId === userId
}

/** How a toy is being played on. */
export interface SessionPace {
  /** How long its sessions last, in the middle, in milliseconds; null when it has had too few to tell. */
  typicalMs: number | null
  /** For how long the one that runs has lasted, in milliseconds; null when none does. */
  runningMs: number | null
}

/** About how long someone waits with `ahead` before them, in milliseconds: everyone is taken to play as long as most did. */
export function estimateWaitMs({ typicalMs, runningMs }: SessionPace, ahead: number): number {
  const each = Math.max(typicalMs ?? DEFAULT_SESSION_MS, MIN_SESSION_MS)
  const running = runningMs === null ? 0 : Math.max(each - runningMs, 0)
  return Math.round(ahead * each + running)
}

/** An expected wait in words, which don't promise more than is known. */
export function waitLabel(ms: number): string {
  const minutes = Math.round(ms / MINUTE_MS)
  if (minutes < 1) return 'Het kan elk moment zover zijn'
  return `Nog ongeveer ${minutes === 1 ? '1 minuut' : `${minutes} minuten`}`
}
