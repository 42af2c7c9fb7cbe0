/** The values that each factor can have. */
type Factors = Readonly<Record<string, readonly string[]>>

/** One value of each factor. */
export type Combination<F extends Factors> = { [Name in keyof F]: F[Name][number] }

/**
 * The fewest combinations, nearly, in which every two values of different factors meet that may meet.
 * @param isPossible false for combinations that can't be
 */
export function coverPairs<F extends Factors>(
  factors: F,
  isPossible: (combination: Combination<F>) => boolean,
): Combination<F>[] {
  const all = combine(factors).filter(each => isPossible(each as Combination<F>))
  const uncovered = new Set(all.flatMap(pairsOf))
  const chosen: Record<string, string>[] = []
  while (uncovered.size > 0) {
    const gain = (each: Record<string, string>) => pairsOf(each).filter(pair => uncovered.has(pair)).length
    const best = all.reduce((one, other) => (gain(other) > gain(one) ? other : one))
    for (const pair of pairsOf(best)) uncovered.delete(pair)
    chosen.push(best)
  }
  return chosen as Combination<F>[]
}

const combine = (factors: Factors): Record<string, string>[] =>
  Object.entries(factors).reduce<Record<string, string>[]>(
    (found, [name, values]) => found.flatMap(each => values.map(value => ({ ...each, [name]: value }))),
    [{}],
  )

const pairsOf = (combination: Record<string, string>): string[] => {
  const parts = Object.entries(combination).map(part => part.join())
  return parts.flatMap((one, index) => parts.slice(index + 1).map(other => `${one} ${other}`))
}
