/** The output of a toy at a given time. Pure; strengths are 0–20, times are milliseconds since the epoch. */

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

/** The functions of each toy type, named as in the provider's list; a type that is not listed vibrates. */
const functionsByType: Record<string, readonly ToyFunctionName[]> = {
  nora: ['Vibrate', 'Rotate'],
  max: ['Vibrate', 'Pump'],
  gravity: ['Vibrate', 'Thrusting'],
  flexer: ['Vibrate', 'Fingering'],
  solace: ['Thrusting', 'Depth'],
}

/** These types have two motors, which `Vibrate` drives alike. */
const hasTwoMotors: ReadonlySet<string> = new Set(['edge', 'dolce', 'gemini', 'hyphy'])

export const functionsOf = (type: string): readonly ToyFunctionName[] => functionsByType[type] ?? ['Vibrate']

export const MAX_STRENGTH = 20

/** Pump and Depth have a range of 0–3; strengths are stored as 0–20 nevertheless. */
export const maxLevelOf = (name: string): number => (name === 'Pump' || name === 'Depth' ? 3 : MAX_STRENGTH)

/** The end of a run without an end, as a time that can be formatted: the end of the year 9999. */
export const NO_END = Date.UTC(9999, 11, 31, 23, 59, 59, 999)

/** One command that is being carried out: for each function, the strengths of its steps, repeated. */
export interface ToyRun {
  steps: Partial<Record<ToyFunctionName | 'All', number[]>>
  /** Milliseconds between two steps. */
  intervalMs: number
  startedAt: number
  /** Exclusive; `NO_END` when the run has no end. */
  endsAt: number
  /** Milliseconds of running and of pause, repeated. */
  loop?: { runningMs: number; pauseMs: number }
  /** Its toy has already lied about it, in a way that it does once. */
  hasLied?: boolean
}

/** The strength of one function by one command, 0 outside the run. */
function functionLevelAt(run: ToyRun, name: ToyFunctionName, at: number): number {
  const elapsed = at - run.startedAt
  if (elapsed < 0 || at >= run.endsAt) return 0
  if (run.loop && elapsed % (run.loop.runningMs + run.loop.pauseMs) >= run.loop.runningMs) return 0
  const strengthOf = (steps: number[] | undefined): number =>
    steps?.[Math.floor(elapsed / run.intervalMs) % steps.length] ?? 0
  return Math.max(strengthOf(run.steps.All), strengthOf(run.steps[name]))
}

/** The strength of a toy of this type by one command: the strongest of the functions that it has. */
export const runLevelAt = (run: ToyRun, type: string, at: number): number =>
  Math.max(...functionsOf(type).map(name => functionLevelAt(run, name, at)))

/** The level of a toy with several runs at once: that of the strongest run. */
export const levelAt = (runs: ToyRun[], type: string, at: number): number =>
  Math.max(0, ...runs.map(run => runLevelAt(run, type, at)))

/** The level of each motor, in the range of its function: `{ Vibrate: 12, Pump: 1 }`, or `Vibrate1` and `Vibrate2`. */
export function motorsAt(runs: ToyRun[], type: string, at: number): Record<string, number> {
  const levels = functionsOf(type).flatMap(name => {
    const strength = Math.max(0, ...runs.map(run => functionLevelAt(run, name, at)))
    const level = Math.round((strength * maxLevelOf(name)) / MAX_STRENGTH)
    const motors = name === 'Vibrate' && hasTwoMotors.has(type) ? ['Vibrate1', 'Vibrate2'] : [name]
    return motors.map(motor => [motor, level] as const)
  })
  return Object.fromEntries(levels)
}

/** Hours of running per charge. */
const HOURS_A_CHARGE = 5

/** Percent left after running this long since it was charged; at least 5, so that a demo does not stop. */
export const batteryAfter = (ranMs: number): number =>
  Math.max(5, Math.round(100 - (ranMs / (HOURS_A_CHARGE * 3_600_000)) * 100))
