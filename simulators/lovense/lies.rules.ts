import { z } from 'zod'
import { NO_END, type ToyRun } from './rules.ts'

/**
 * The behaviour of a toy while its app answers that all went well. Of each, something like it was seen in the field:
 * runsOn      a run has no end, and a stop has no effect; only zeros have (intiface-central#258)
 * losesZeros  the same, and the first zeros after a run have no effect either
 * restarts    an ended run begins again a moment later, once
 * late        each run begins a moment later, also after a stop that was sent after it
 * twice       each run begins a second time a moment later
 * swapped     two toys of an app obey each other's commands
 * renamed     its app knows it by another id: commands to the one before are refused
 */
export const ToyLie = z.enum(['runsOn', 'losesZeros', 'restarts', 'late', 'twice', 'swapped', 'renamed'])
export type ToyLie = z.output<typeof ToyLie>

/** The moment of `restarts`, `late` and `twice`, in milliseconds. */
export const LIE_MS = 400

/** The request of a command to one toy; `end` is a stop, or zeros. */
export type ToyRequest = { kind: 'run'; run: ToyRun } | { kind: 'stop' | 'zeros' }

/** The runs of a lying toy after a command at `at`, which its provider says was carried out. */
export function runsAfter(lie: ToyLie, runs: ToyRun[], request: ToyRequest, at: number): ToyRun[] {
  const endless = lie === 'runsOn' || lie === 'losesZeros'
  if (request.kind === 'run') return [{ ...request.run, ...(endless && { endsAt: NO_END }) }]
  if (endless && request.kind === 'stop') return runs
  if (lie === 'losesZeros' && runs.some(({ hasLied }) => !hasLied)) return runs.map(markLie)
  if (lie === 'restarts') return runs.flatMap(run => restarted(run, at))
  return []
}

const markLie = (run: ToyRun): ToyRun => ({ ...run, hasLied: true })

function restarted(run: ToyRun, at: number): ToyRun[] {
  if (run.hasLied) return run.startedAt > at ? [run] : []
  return run.endsAt > at ? [{ ...run, startedAt: at + LIE_MS, endsAt: NO_END, hasLied: true }] : []
}
