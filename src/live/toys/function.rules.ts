import { functionLetters, type ToyFunction } from './contract.ts'
import { MAX_TOY_STRENGTH } from './rules.ts'

const functionNames = Object.keys(functionLetters) as ToyFunction[]

/** Models that do not only vibrate. `Vibrate` drives all motors of one with several. */
const functionsByModel = new Map<string, readonly ToyFunction[]>([
  ['nora', ['Vibrate', 'Rotate']],
  ['max', ['Vibrate', 'Pump']],
  ['gravity', ['Vibrate', 'Thrusting']],
  ['flexer', ['Vibrate', 'Fingering']],
  ['solace', ['Thrusting', 'Depth']],
])

/** What a toy can do: what its app says, else what its model is known for, else what nearly all toys do. */
export const toyFunctions = (toy: {
  model: string
  functions: readonly ToyFunction[] | null
}): readonly ToyFunction[] => toy.functions ?? functionsByModel.get(toy.model) ?? ['Vibrate']

/** `Vibrate2`, `v2`: one motor of several, which are driven together. */
const withoutNumber = (name: string): string => name.replace(/\d+$/, '')

/**
 * The functions among those that an app names, in full or by their letters; null when there is none that we drive, so that
 * the model decides. What only moves to positions is left out: a strength does not say where to.
 */
export function parseReportedFunctions(
  ...named: (readonly string[] | null | undefined)[]
): ToyFunction[] | null {
  const given = new Set(named.flatMap(names => names ?? []).map(withoutNumber))
  const known = functionNames.filter(name => given.has(name) || given.has(functionLetters[name]))
  return known.length > 0 ? known : null
}

/** These go from 0 to so much only. */
const functionRanges: Partial<Record<ToyFunction, number>> = { Pump: 3, Depth: 3 }

/**
 * A pump stays inflated until it is released, also when no more commands arrive. So the last of its three steps is never
 * asked for; each command that asks for less, each stop and each end of a run releases it.
 */
const functionLimits: Partial<Record<ToyFunction, number>> = { Pump: 2 }

/** How far a function goes at a strength (0–20), in its own range; rounded down, so that a cap binds it, too. */
function functionLevel(name: ToyFunction, strength: number): number {
  const range = functionRanges[name]
  if (range === undefined) return strength
  return Math.min(Math.floor((strength * range) / MAX_TOY_STRENGTH), functionLimits[name] ?? range)
}

/** One strength for all of a toy's functions, those at 0 too: what is left out would not be let go of. */
export const functionLevels = (
  functions: readonly ToyFunction[],
  strength: number,
): [ToyFunction, number][] => functions.map(name => [name, functionLevel(name, strength)])

/**
 * Those of a toy's functions that can follow a pattern. The coarse ones are left out, as air and depth take seconds to change
 * and what a pattern's 0–20 is to them is the provider's to say.
 */
export const patternFunctions = (functions: readonly ToyFunction[]): ToyFunction[] =>
  functions.filter(name => functionRanges[name] === undefined)
