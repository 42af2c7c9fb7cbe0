import { and, eq } from 'drizzle-orm'
import type { Db } from '../../src/platform/db/db.ts'
import { recordRuns, type MotorLog } from './motorLog.rules.ts'
import type { ToyRun } from './rules.ts'
import { runsAfter, type ToyLie, type ToyRequest } from './lies.rules.ts'
import { simulatorToys } from './table.ts'

/** The lies of these toys, by their ids. */
export type Lies = Readonly<Record<string, ToyLie>>

/** The id of the toy that obeys the commands to a toy: another one, if they are swapped. */
export const obeyingToy = (lies: Lies, id: string): string =>
  lies[id] === 'swapped'
    ? (Object.keys(lies).find(other => other !== id && lies[other] === 'swapped') ?? id)
    : id

/** The id by which its app knows a toy. */
export const reportedId = (lies: Lies, id: string): string => (lies[id] === 'renamed' ? `${id}-2` : id)

/** Carries out a command to one lying toy of a user, as it does. */
export const moveLyingToy = (
  db: Db,
  { uid, id, lie }: { uid: string; id: string; lie: ToyLie },
  request: ToyRequest,
  at: number,
  motors: MotorLog,
): Promise<void> =>
  db.transaction(async tx => {
    const isIt = and(eq(simulatorToys.uid, uid), eq(simulatorToys.id, id))
    const [toy] = await tx.select().from(simulatorToys).where(isIt).for('update')
    if (!toy) return
    const runs: ToyRun[] = runsAfter(lie, toy.runs, request, at)
    const runsUntil = Math.max(at, ...runs.map(({ endsAt }) => endsAt))
    await tx.update(simulatorToys).set({ runs, runsUntil, settledAt: at }).where(isIt)
    recordRuns(motors, toy, runs, at)
  })
