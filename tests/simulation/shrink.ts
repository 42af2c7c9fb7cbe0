import type { Outcome } from './episode.ts'
import { makePlan, quietParts } from './plan.ts'

interface Shrunk {
  without: string[]
  steps: number
  failure: string
}

/** Leaves out one actor and one kind of fault after the other, as long as the same promise is still broken. */
export async function shrink(
  seed: string,
  failure: string,
  run: (seed: string, without: readonly string[]) => Promise<Outcome>,
): Promise<Shrunk> {
  const { actors, faults } = makePlan(seed)
  const parts = [...quietParts, ...faults.map(({ name }) => name), ...actors.map(({ name }) => name)]
  let smallest: Shrunk = { without: [], steps: NaN, failure }
  for (const part of parts) {
    const without = [...smallest.without, part]
    const outcome = await run(seed, without)
    if (outcome.failure !== null && kindOf(outcome.failure) === kindOf(failure))
      smallest = { without, steps: outcome.steps, failure: outcome.failure }
  }
  return smallest
}

/** A failure without its ids and numbers. */
const kindOf = (failure: string): string =>
  failure.replaceAll(/[\da-f]{8}-[\da-f-]{27}|\d+/g, '#').slice(0, 60)
