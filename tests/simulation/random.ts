/** Numbers that follow from a seed alone. */
export interface Random {
  /** From 0 up to and without 1. */
  next(): number
  /** A whole number from `least` up to and including `most`. */
  int(least: number, most: number): number
  chance(probability: number): boolean
  /** @throws Error when the list is empty */
  pick<T>(list: readonly T[]): T
}

/** @param seed parts that are joined: streams of different parts are independent of each other */
export function createRandom(...seed: (string | number)[]): Random {
  let state = hash(seed.join(' '))
  // Mulberry32.
  const next = () => {
    state = (state + 0x6d_2b_79_f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const int = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  return {
    next,
    int,
    chance: probability => next() < probability,
    pick(list) {
      if (list.length === 0) throw new Error('nothing to pick from')
      return list[int(0, list.length - 1)] as (typeof list)[number]
    },
  }
}

/** FNV-1a. */
function hash(text: string): number {
  let value = 0x81_1c_9d_c5
  for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x01_00_01_93)
  return value
}
