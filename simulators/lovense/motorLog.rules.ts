import { runLevelAt, type ToyRun } from './rules.ts'

/** While a toy ran: its level, from a time until before another one, in milliseconds since the epoch. */
export interface MotorRun {
  from: number
  until: number
  level: number
}

/** The runs of the motors of toys that lie, by their ids, as this simulator carried out their commands. */
export type MotorLog = Map<string, MotorRun[]>

export const createMotorLog = (): MotorLog => new Map()

/** The toy has these runs from now on, and no others: earlier runs end. */
export function recordRuns(
  log: MotorLog,
  { id, name }: { id: string; name: string },
  runs: ToyRun[],
  at: number,
): void {
  const before = (log.get(id) ?? []).flatMap(run =>
    run.from >= at ? [] : [{ ...run, until: Math.min(run.until, at) }],
  )
  const now = runs.flatMap(run => {
    const from = Math.max(run.startedAt, at)
    const level = runLevelAt(run, name, from)
    return level > 0 && run.endsAt > from ? [{ from, until: run.endsAt, level }] : []
  })
  log.set(id, [...before, ...now])
}
