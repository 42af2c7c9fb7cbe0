/** Milliseconds by a clock that all processes of this machine share. */
export const monotonicMs = (): number => Number(process.hrtime.bigint()) / 1e6

export interface Percentiles {
  count: number
  /** Milliseconds. */
  p50: number
  p95: number
  p99: number
}

/** @throws Error when there are no values */
export function percentilesOf(times: number[]): Percentiles {
  if (times.length === 0) throw new Error('nothing was measured')
  const sorted = Float64Array.from(times).sort()
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] as number
  return { count: sorted.length, p50: at(0.5), p95: at(0.95), p99: at(0.99) }
}
