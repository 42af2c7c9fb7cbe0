import type { Output } from '../live/contract.ts'
import { strengthAt } from '../live/wave.rules.ts'
import { capped } from '../toys/rules.ts'

/** What a toy runs at, 0–20, under its owner's cap. */
export function levelOf(
  output: (Omit<Output, 'startedAt'> & { startedAt: Date }) | null,
  cap: number,
  now: Date,
): number {
  if (!output) return 0
  const playing = { ...output, startedAt: output.startedAt.getTime() }
  return capped(strengthAt(playing, now.getTime()), cap)
}
