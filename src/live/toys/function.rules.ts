import { functionLetters, type ToyFunction, toyFunctionNames } from './contract.ts'
import { MAX_TOY_STRENGTH } from './rules.ts'

/** Models that do not only vibrate. `Vibrate` drives all motors of a model with several. */
const functionsByModel = new Map<string, readonly ToyFunction[]>([
  ['nora', ['Vibrate', 'Rotate']],
  ['max', ['Vibrate', 'Pump']],
  ['gravity', ['Vibrate', 'Thrusting']],
  ['flexer', ['Vibrate', 'Fingering']],
  ['solace', ['Thrusting', 'Depth']],
])

/** The functions of a toy: those that its app reports, else those of its model, else those of nearly all toys. */
export const toyFunctions = (toy: {
  model: string
  functions: readonly ToyFunction[] | null
}): readonly ToyFunction[] => toy.functions ?? functionsByModel.get(toy.model) ?? ['Vibrate']

/** `Vibrate2`, `v2`: one motor of several, which are driven together. */
const withoutNumber = (name: string): string => name.replace(/\d+$/, '')

/**
 * The functions among those that an app reports, by name or by letter; null when we use none of them, so that the model decides.
 * Excludes functions that move to positions: a strength is no position.
 */
export function parseReportedFunctions(
  ...named: (readonly string[] | null | undefined)[]
): ToyFunction[] | null {
  const given = new Set(named.flatMap(names => names ?? []).map(withoutNumber))
  const known = toyFunctionNames.filter(name => given.has(name) || given.has(functionLetters[name]))
  return known.length > 0 ? known : null
}

/** The maximum of functions whose range is not 0–20. */
const functionRanges: Partial<Record<ToyFunction, number>> = { Pump: 3, Depth: 3 }

/**
 * A pump stays inflated until it is released, also when no more commands arrive. So the last of its three steps is never used;
 * each command with a lower strength, each stop and each end of a run releases it.
 */
const functionLimits: Partial<Record<ToyFunction, number>> = { Pump: 2 }

/** The value of a function at a strength (0–20), in its own range; rounded down, so that a cap limits it too. */
function functionLevel(name: ToyFunction, strength: number): number {
  const range = functionRanges[name]
  if (range === undefined) return strength
  return Math.min(Math.floor((strength * range) / MAX_TOY_STRENGTH), functionLimits[name] ?? range)
}

/** One strength for all functions of a toy, including those at 0: a function that is left out would keep running. */
export const functionLevels = (
  functions: readonly ToyFunction[],
  strength: number,
): [ToyFunction, number][] => functions.map(name => [name, functionLevel(name, strength)])

/**
 * The functions of a toy that can follow a pattern. Excludes those with few steps: air and depth take seconds to change, and the
 * provider does not document how it scales a pattern's 0–20 for them.
 */
export const patternFunctions = (functions: readonly ToyFunction[]): ToyFunction[] =>
  functions.filter(name => functionRanges[name] === undefined)
