import { z } from 'zod'

/** A table as it was copied; `columns` and its name are quoted. */
const TableCopyInfo = z.object({
  table: z.string(),
  columns: z.array(z.string()),
  rows: z.number(),
  /** Of the rows, before they are compressed and encrypted. */
  sha256: z.string(),
})
export type TableCopyInfo = z.output<typeof TableCopyInfo>

/** A file of the shop, by a name that does not tell its own: who knows that can fetch a picture. */
const FileInfo = z.object({
  /** `storedName` of its path. */
  name: z.string().regex(/^[0-9a-f]{64}$/),
  bytes: z.number(),
  /** As it is stored, encrypted or not; missing in backups of 0.1.0, which are read to be refused, and removed when they are old. */
  storedBytes: z.number().optional(),
  sha256: z.string(),
})
export type FileInfo = z.output<typeof FileInfo>

/** A path below `DATA_DIR`, as `media/pictures/….webp`. */
export const isFilePath = (path: string): boolean => /^(media|files)(\/[\w-][\w.-]*)+$/.test(path)

const SequenceState = z.object({ name: z.string(), value: z.string(), isCalled: z.boolean() })
export type SequenceState = z.output<typeof SequenceState>

/**
 * The contents of a backup, in `manifest.json`: written last, not encrypted, without personal data. It does not prove its origin.
 */
export const BackupManifest = z.object({
  format: z.literal(1),
  createdAt: z.coerce.date(),
  /** When the newest migration of its schema was made, as Drizzle knows it. */
  migratedTo: z.number(),
  /** Names the secret of the shop without telling it. */
  secretFingerprint: z.string(),
  /** The public key that its content is encrypted to. */
  publicKey: z.string().nullable(),
  tables: z.array(TableCopyInfo),
  sequences: z.array(SequenceState),
  queues: z.array(z.string()),
  files: z.array(FileInfo),
})
export type BackupManifest = z.output<typeof BackupManifest>

/** The name of a backup's folder: its time in UTC, so that names sort by age. */
export const backupName = (at: Date): string => at.toISOString().slice(0, 19).replaceAll(':', '.').concat('Z')

const namePattern = /^\d{4}-\d\d-\d\dT\d\d\.\d\d\.\d\dZ$/

export const isBackupName = (name: string): boolean => namePattern.test(name)

export const backupTime = (name: string): Date => new Date(name.replaceAll('.', ':'))

/** As much as the clocks of two machines may differ, in milliseconds. */
const CLOCK_DIFFERENCE_MS = 10 * 60_000

/** Whether a clock was wrong: when a backup was made, or now. */
export const isInFuture = (at: Date, now: Date): boolean => at.getTime() > now.getTime() + CLOCK_DIFFERENCE_MS

/** Backups by whether their date lies in the future; each in the order in which it was given. */
export function splitByDate(names: readonly string[], now: Date): { dated: string[]; future: string[] } {
  const isFuture = (name: string) => isInFuture(backupTime(name), now)
  return { dated: names.filter(name => !isFuture(name)), future: names.filter(isFuture) }
}

/** How many backups are kept of each period. */
export const RETENTION = { days: 7, weeks: 4, months: 12 } as const

const DAY_MS = 86_400_000
/** So that a second backup of a day, made after a mistake, does not replace the one before it. */
const KEPT_ANYWAY_MS = 2 * DAY_MS
/** 1 January 1970 was a Thursday: weeks begin on Monday. */
const weekOf = (at: Date): string => String(Math.floor((at.getTime() / DAY_MS + 3) / 7))

/**
 * Which backups are kept: those of the last two days, and the newest of each of the last seven days, four weeks and twelve months that have one.
 * Periods without a backup do not count, so that a machine that was off loses none. Those with a date in the future are kept and do not count
 * either: nobody knows their age, and they would take the places of others.
 * @param names of `backupName`
 */
export function backupsToKeep(names: readonly string[], now: Date): Set<string> {
  const { dated, future } = splitByDate(names, now)
  const newestFirst = dated.toSorted().reverse()
  const recent = newestFirst.filter(name => now.getTime() - backupTime(name).getTime() < KEPT_ANYWAY_MS)
  const kept = new Set([...future, ...recent])
  const keepNewest = (count: number, periodOf: (name: string) => string) => {
    const periods = new Set<string>()
    for (const name of newestFirst) {
      const period = periodOf(name)
      if (periods.has(period)) continue
      if (periods.size === count) return
      periods.add(period)
      kept.add(name)
    }
  }
  keepNewest(RETENTION.days, name => name.slice(0, 10))
  keepNewest(RETENTION.weeks, name => weekOf(backupTime(name)))
  keepNewest(RETENTION.months, name => name.slice(0, 7))
  return kept
}

/** A backup that was restored for trial, in `rehearsal.json`. */
export const Rehearsal = z.object({
  at: z.coerce.date(),
  backup: z.string(),
  /** How long it took. */
  seconds: z.number(),
  /** The number of discrepancies that the reconciliation found in it. */
  discrepancies: z.number(),
  /** Files that the backup should have or that a row names, and that are damaged or gone. */
  lostFiles: z.number().default(0),
})
export type Rehearsal = z.output<typeof Rehearsal>

/** One that is told of in a file which can't be read, and why: mostly the file of another user. */
export interface UnreadableRehearsal {
  unreadable: string
}
