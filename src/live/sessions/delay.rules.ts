import type { CommandDelay, CommandTiming } from './delay.contract.ts'

/**
 * The delay of a command that its provider took; null when a part of it is not known.
 * @param tookMs from its receipt by the shop to the acknowledgement
 * @param providerMs the part of that between the request to the provider and its answer; null when it was replaced before it was sent
 */
export function commandDelay(
  timing: CommandTiming | undefined,
  tookMs: number,
  providerMs: number | null,
): CommandDelay | null {
  if (!timing || timing.networkMs === null || providerMs === null) return null
  const [browserMs, networkMs] = [timing.waitedMs, timing.networkMs / 2]
  const shopMs = Math.max(tookMs - providerMs, 0)
  return { totalMs: browserMs + networkMs + shopMs + providerMs, browserMs, networkMs, shopMs, providerMs }
}
