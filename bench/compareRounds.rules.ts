/** Calls a second of two versions, measured right after each other. */
export interface RoundPair {
  before: number
  after: number
}

export interface Comparison {
  /** The median of after ÷ before. */
  ratio: number
  lowest: number
  highest: number
  medians: RoundPair
  verdict: 'slower' | 'faster' | ''
}

/** Fewer rounds say nothing: of ten between equals, all agree by chance once in 512 times. */
const MIN_ROUNDS = 10
/** A smaller difference is not worth a verdict. */
const MIN_DIFFERENCE = 0.03

/** Compares two versions by rounds. One is slower when it was so in each round, whatever the machine did meanwhile. */
export function compareRounds(rounds: RoundPair[]): Comparison {
  const ratios = rounds.map(({ before, after }) => after / before).toSorted((a, b) => a - b)
  const lowest = ratios[0] ?? NaN
  const highest = ratios.at(-1) ?? NaN
  const ratio = median(ratios)
  const isCertain = rounds.length >= MIN_ROUNDS && Math.abs(ratio - 1) >= MIN_DIFFERENCE
  return {
    ratio,
    lowest,
    highest,
    medians: {
      before: median(rounds.map(({ before }) => before)),
      after: median(rounds.map(({ after }) => after)),
    },
    verdict: isCertain && highest < 1 ? 'slower' : isCertain && lowest > 1 ? 'faster' : '',
  }
}

const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN
