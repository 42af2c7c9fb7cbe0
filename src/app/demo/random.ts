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

/** A whole number from `from` up to and including `to`. */
export const randomWhole = (dice: SeededRandom, from: number, to: number): number =>
  from + Math.floor(dice() * (to - from + 1))

export const pickOne = <T>(dice: SeededRandom, choices: readonly T[]): T =>
  choices[randomWhole(dice, 0, choices.length - 1)] as T

/** Picks one of the choices with the probability of its weight. */
export function pickWeighted<T>(
  dice: SeededRandom,
  choices: readonly T[],
  weightOf: (choice: T) => number,
): T {
  let left = dice() * choices.reduce((sum, choice) => sum + weightOf(choice), 0)
  return choices.find(choice => (left -= weightOf(choice)) < 0) ?? (choices.at(-1) as T)
}

/** So many characters of an alphabet. */
export const randomText = (dice: SeededRandom, alphabet: string, length: number): string =>
  Array.from({ length }, () => pickOne(dice, alphabet.split(''))).join('')

/** UUIDv7s (RFC 9562) of a given time: rows of one moment, which are sorted by id, keep the order in which they were made. */
export function createIds(dice: SeededRandom): (at: Date) => string {
  let count = 0
  return at => {
    count = (count + 1) % 4096
    const time = at.getTime().toString(16).padStart(12, '0')
    const sequence = count.toString(16).padStart(3, '0')
    const tail = randomText(dice, '0123456789abcdef', 15)
    return `${time.slice(0, 8)}-${time.slice(8)}-7${sequence}-8${tail.slice(0, 3)}-${tail.slice(3)}`
  }
}
