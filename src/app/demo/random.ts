/**
 * The same numbers at every start, by Mulberry32, which is good enough for a demo.
 * @returns a function that gives a number from 0 to below 1
 */
export function createSeededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export type SeededRandom = ReturnType<typeof createSeededRandom>

/** Picks one of the choices with the probability of its weight. */
export function pickWeighted<T>(
  dice: SeededRandom,
  choices: readonly (readonly [choice: T, weight: number])[],
): T {
  let left = dice() * choices.reduce((sum, [, weight]) => sum + weight, 0)
  for (const [choice, weight] of choices) {
    left -= weight
    if (left < 0) return choice
  }
  return (choices.at(-1) as readonly [T, number])[0]
}

/** A whole number from `from` up to and including `to`. */
export const randomWhole = (dice: SeededRandom, from: number, to: number): number =>
  from + Math.floor(dice() * (to - from + 1))

/** So many characters of an alphabet. */
export const randomText = (dice: SeededRandom, alphabet: string, length: number): string =>
  Array.from({ length }, () => alphabet[randomWhole(dice, 0, alphabet.length - 1)]).join('')

/** Eight digits. */
const randomHex = (dice: SeededRandom): string =>
  Math.floor(dice() * 2 ** 32)
    .toString(16)
    .padStart(8, '0')

/**
 * UUIDv7s (RFC 9562) with a given time: rows of the same moment, which are sorted by id, keep the order in which they were made.
 */
export function createIds(dice: SeededRandom): (at: Date) => string {
  let count = 0
  return at => {
    count = (count + 1) % 4096
    const time = at.getTime().toString(16).padStart(12, '0')
    const sequence = count.toString(16).padStart(3, '0')
    const tail = randomHex(dice) + randomHex(dice)
    return `${time.slice(0, 8)}-${time.slice(8)}-7${sequence}-8${tail.slice(0, 3)}-${tail.slice(3, 15)}`
  }
}
