import type { Output } from '../live/contract.ts'
import { strengthAt } from '../live/wave.rules.ts'
import { capped } from '../toys/rules.ts'

/**
 * What a toy runs at, 0–20, under its owner's cap.
 * @param elapsedMs how long it has done this
 */
export const levelOf = (output: Omit<Output, 'startedAt'> | null, elapsedMs: number, cap: number): number =>
  output ? capped(strengthAt({ ...output, startedAt: 0 }, elapsedMs), cap) : 0
