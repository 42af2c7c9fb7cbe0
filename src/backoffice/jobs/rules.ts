/** Whether a value is shown: it must be neither personal nor a secret. */
const isPlain = (value: unknown): boolean =>
  value === null ||
  typeof value === 'number' ||
  typeof value === 'boolean' ||
  (typeof value === 'string' && /^([\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}|[A-Z][A-Z_]{0,39})$/.test(value))

/** A job's data for display: ids, numbers and enum values; anything else becomes `…`. */
export const redactJobData = (data: unknown): Record<string, unknown> =>
  typeof data === 'object' && data !== null
    ? Object.fromEntries(Object.entries(data).map(([name, value]) => [name, isPlain(value) ? value : '…']))
    : {}

const DAY_MS = 24 * 3600_000

interface BackupState {
  /** When the newest backup was written; null when there is none. */
  newestAt: Date | null
  /** Since when a first backup is waited for. */
  waitingSince: Date
}

/** A day, and the time by which a daily backup may be later. */
const BACKUP_AGE_MS = DAY_MS + 2 * 3_600_000

/** Whether the newest backup is older than that, or the first one is waited for that long. */
export const isBackupMissing = ({ newestAt, waitingSince }: BackupState, now: Date): boolean =>
  now.getTime() - (newestAt ?? waitingSince).getTime() > BACKUP_AGE_MS
