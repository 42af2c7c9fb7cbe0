import { type LoggedCommand, ZERO } from '../support/toys.ts'

/** A command runs for this long, in milliseconds. */
export const RUN_MS = 2000

/** From when to when a toy ran, in milliseconds since 1970, oldest first. */
export type ToyRuns = [from: number, to: number][]

/** When a toy ran, by the requests to its provider. */
export function runsOf(log: LoggedCommand[], toyId: string): ToyRuns {
  const runs: ToyRuns = []
  for (const { at, body } of log.filter(({ body }) => body.toy === toyId)) {
    const time = Date.parse(at)
    const last = runs.at(-1)
    if (last) last[1] = Math.min(last[1], time)
    if (body.action !== 'Stop' && body.action !== ZERO) runs.push([time, time + RUN_MS])
  }
  return runs
}

/** The longest that a toy was still between two times, in milliseconds. */
export function longestSilence(runs: ToyRuns, from: number, to: number): number {
  let [longest, end] = [0, from]
  for (const [start, stop] of runs.filter(([start]) => start <= to)) {
    longest = Math.max(longest, start - end)
    end = Math.max(end, stop)
  }
  return Math.max(longest, to - end)
}
