/** How many units of each product each cart has, by user and product. */
export type Carts = Record<string, number>

/**
 * The units in carts, from one commit to the next: none come from nowhere. Units that move from one cart to another, as at a login, are
 * counted once; further ones must have been put there by somebody.
 */
export class CartLedger {
  #carts: Carts = {}
  /** By product: units that are being put into carts, and are not seen there yet. */
  readonly #expected = new Map<string, number>()
  #running = 0

  /** Somebody puts at most so many units of a product into a cart. @returns a function to call when it is answered */
  expect(productId: string, units: number): () => void {
    this.#expected.set(productId, (this.#expected.get(productId) ?? 0) + units)
    this.#running += 1
    return () => void (this.#running -= 1)
  }

  /** @returns the error, null when there is none */
  compare(carts: Carts): string | null {
    const more = new Map<string, number>()
    for (const line of new Set([...Object.keys(this.#carts), ...Object.keys(carts)])) {
      const productId = line.split(' ')[1] ?? ''
      const units = (carts[line] ?? 0) - (this.#carts[line] ?? 0)
      more.set(productId, (more.get(productId) ?? 0) + units)
    }
    this.#carts = carts
    const wrong = this.#take(more)
    // An addition that was answered by now is seen, or was in vain.
    if (this.#running === 0) this.#expected.clear()
    return wrong
  }

  #take(more: ReadonlyMap<string, number>): string | null {
    for (const [productId, units] of more) {
      if (units <= 0) continue
      const left = (this.#expected.get(productId) ?? 0) - units
      this.#expected.set(productId, Math.max(0, left))
      if (left < 0) return `carts have ${-left} more of product ${productId} than anybody put there`
    }
    return null
  }
}
