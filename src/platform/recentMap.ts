/**
 * A map of at most `maxWeight` that drops what was not used for longest, roughly: it has two generations. When the younger one would be heavier than
 * half of what all may be, the older one is dropped, and the younger takes its place. An entry of the older one that is used becomes young again. Deleting the
 * oldest key of a `Map` one by one costs more: each search for it passes the places of those deleted before.
 * @param weigh the weight of a value: the same while it is in the map
 */
export class RecentMap<V> {
  readonly #maxWeight: number
  readonly #weigh: (value: V) => number
  #young = new Map<string, V>()
  #old = new Map<string, V>()
  #youngWeight = 0
  #oldWeight = 0

  constructor(maxWeight: number, weigh: (value: V) => number = () => 1) {
    this.#maxWeight = maxWeight
    this.#weigh = weigh
  }

  get weight(): number {
    return this.#youngWeight + this.#oldWeight
  }

  /** Uses the entry. */
  get(key: string): V | undefined {
    const young = this.#young.get(key)
    if (young !== undefined || this.#old.size === 0) return young
    const value = this.#old.get(key)
    if (value === undefined) return undefined
    this.delete(key)
    this.set(key, value)
    return value
  }

  /** What is heavier than the whole map may be is not kept. */
  set(key: string, value: V): void {
    this.delete(key)
    const weight = this.#weigh(value)
    if (this.#youngWeight + weight > this.#maxWeight / 2) this.#beginGeneration()
    if (this.weight + weight > this.#maxWeight) this.#beginGeneration()
    if (this.weight + weight > this.#maxWeight) return
    this.#young.set(key, value)
    this.#youngWeight += weight
  }

  delete(key: string): boolean {
    const young = this.#young.get(key)
    if (young !== undefined) {
      this.#youngWeight -= this.#weigh(young)
      return this.#young.delete(key)
    }
    const old = this.#old.get(key)
    if (old === undefined) return false
    this.#oldWeight -= this.#weigh(old)
    return this.#old.delete(key)
  }

  clear(): void {
    this.#beginGeneration()
    this.#beginGeneration()
  }

  #beginGeneration(): void {
    this.#old = this.#young
    this.#oldWeight = this.#youngWeight
    this.#young = new Map()
    this.#youngWeight = 0
  }
}

/** Tells which keys come again soon: it remembers the last `maxKeys`, or half as many, in two generations as `RecentMap`; without values, for less. */
export class RepeatedKeys {
  readonly #maxKeys: number
  #young = new Set<string>()
  #old = new Set<string>()

  constructor(maxKeys: number) {
    this.#maxKeys = maxKeys
  }

  /** @returns whether the key was seen before */
  see(key: string): boolean {
    if (this.#young.has(key)) return true
    const isOld = this.#old.has(key)
    if (this.#young.size >= this.#maxKeys / 2) [this.#old, this.#young] = [this.#young, new Set()]
    this.#young.add(key)
    return isOld
  }
}
