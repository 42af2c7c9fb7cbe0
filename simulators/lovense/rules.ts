/** What a toy does at a moment. Pure; strengths are 0–20, times are milliseconds since the epoch. */

export const toyFunctionNames = [
  'Vibrate',
  'Rotate',
  'Thrusting',
  'Fingering',
  'Suction',
  'Oscillate',
  'Pump',
  'Depth',
] as const
export type ToyFunctionName = (typeof toyFunctionNames)[number]

/** What may run is in one of these, named as in the provider's list of types; a type that is not here vibrates. */
const functionsByType: Record<string, readonly ToyFunctionName[]> = {
  nora: ['Vibrate', 'Rotate'],
  max: ['Vibrate', 'Pump'],
  gravity: ['Vibrate', 'Thrusting'],
  flexer: ['Vibrate', 'Fingering'],
  solace: ['Thrusting', 'Depth'],
}

/** These have two motors, which `Vibrate` drives alike. */
const hasTwoMotors: ReadonlySet<string> = new Set(['edge', 'dolce', 'gemini', 'hyphy'])

export const functionsOf = (type: string): readonly ToyFunctionName[] => functionsByType[type] ?? ['Vibrate']

export const MAX_STRENGTH = 20

/** Pump and Depth go to 3; strengths are kept in twentieths all the same. */
export const maxLevelOf = (name: string): number => (name === 'Pump' || name === 'Depth' ? 3 : MAX_STRENGTH)

/** How long a run without an end lasts, as a moment that can be written down: the end of the year 9999. */
export const NO_END = Date.UTC(9999, 11, 31, 23, 59, 59, 999)

/** One command being carried out: for each function the strengths that it steps through, over and over. */
export interface ToyRun {
  steps: Partial<Record<ToyFunctionName | 'All', number[]>>
  /** Between two steps. */
  intervalMs: number
  startedAt: number
  /** Exclusive; `NO_END` when there is none. */
  endsAt: number
  /** Run so long, pause so long, and again. */
  loop?: { runningMs: number; pauseMs: number }
}

/** How hard one function runs by one command, 0 outside the run. */
function functionLevelAt(run: ToyRun, name: ToyFunctionName, at: number): number {
  const elapsed = at - run.startedAt
  if (elapsed < 0 || at >= run.endsAt) return 0
  if (run.loop && elapsed % (run.loop.runningMs + run.loop.pauseMs) >= run.loop.runningMs) return 0
  const strengthOf = (steps: number[] | undefined): number =>
    steps?.[Math.floor(elapsed / run.intervalMs) % steps.length] ?? 0
  return Math.max(strengthOf(run.steps.All), strengthOf(run.steps[name]))
}

/** How hard a toy of this type runs by one command: the strongest of the functions that it has. */
export const runLevelAt = (run: ToyRun, type: string, at: number): number =>
  Math.max(...functionsOf(type).map(name => functionLevelAt(run, name, at)))

/** The level of a toy with several runs at once is that of the strongest. */
export const levelAt = (runs: ToyRun[], type: string, at: number): number =>
  Math.max(0, ...runs.map(run => runLevelAt(run, type, at)))

/** What each motor of a toy does, in the range of its function: `{ Vibrate: 12, Pump: 1 }`, or `Vibrate1` and `Vibrate2`. */
export function motorsAt(runs: ToyRun[], type: string, at: number): Record<string, number> {
  const levels = functionsOf(type).flatMap(name => {
    const strength = Math.max(0, ...runs.map(run => functionLevelAt(run, name, at)))
    const level = Math.round((strength * maxLevelOf(name)) / MAX_STRENGTH)
    const motors = name === 'Vibrate' && hasTwoMotors.has(type) ? ['Vibrate1', 'Vibrate2'] : [name]
    return motors.map(motor => [motor, level] as const)
  })
  return Object.fromEntries(levels)
}

/** Hours of running on one charge. */
const HOURS_A_CHARGE = 5

/** Percent left after running so long since it was charged; it never goes flat, so that a demo doesn't end. */
export const batteryAfter = (ranMs: number): number =>
  Math.max(5, Math.round(100 - (ranMs / (HOURS_A_CHARGE * 3_600_000)) * 100))
