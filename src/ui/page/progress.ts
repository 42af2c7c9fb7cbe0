const figure = new Intl.NumberFormat('nl-NL')
const size = new Intl.NumberFormat('nl-NL', { maximumFractionDigits: 1 })

export type ProgressUnit = 'items' | 'bytes' | 'percent'

const megabytes = (bytes: number): string => `${size.format(Math.round(bytes / 1024 ** 2 / 0.1) * 0.1)} MB`

/** Whole percents, never 100 before all is done. */
export function percentOf(done: number, total: number): number {
  if (total <= 0) return 0
  return done >= total ? 100 : Math.min(99, Math.max(0, Math.floor((100 * done) / total)))
}

/** `3 van 12, nog 9`; `1,5 van 12 MB`; `40 %`. */
export function formatProgress(done: number, total: number, unit: ProgressUnit): string {
  if (unit === 'percent') return `${percentOf(done, total)} %`
  if (unit === 'bytes')
    return `${percentOf(done, total)} %, nog ${megabytes(Math.max(0, total - done))} van ${megabytes(total)}`
  return `${figure.format(done)} van ${figure.format(total)}, nog ${figure.format(Math.max(0, total - done))}`
}

/** The announced percentage changes at every quarter only: a screen reader would otherwise speak all the time. */
export const announcedPercent = (done: number, total: number): number =>
  Math.floor(percentOf(done, total) / 25) * 25

/** A queue that others fill too: how much of it was done since one looked, and how much is left. */
export interface Backlog {
  done: number
  left: number
}

/** A smaller backlog shows work done; a larger one shows new work. */
export const advanceBacklog = (before: Backlog | null, left: number): Backlog =>
  before === null || left > before.left
    ? { done: before?.done ?? 0, left }
    : { done: before.done + before.left - left, left }
