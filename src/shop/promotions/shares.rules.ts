export const sumOf = <T>(items: Iterable<T>, valueOf: (item: T) => number): number => {
  let sum = 0
  for (const item of items) sum += valueOf(item)
  return sum
}

/**
 * Shares an amount out in proportion to weights, by largest remainder: each part is its exact share rounded down or up, and together
 * they are the amount. Of equal remainders the first is rounded up.
 * @param amount in cents, at most the sum of the weights
 */
export function shareCents(amount: number, weights: readonly number[]): number[] {
  const whole = sumOf(weights, weight => weight)
  if (whole === 0) return weights.map(() => 0)
  // BigInt: the product of two amounts of cents can exceed the integers that a number holds exactly.
  const products = weights.map(weight => BigInt(amount) * BigInt(weight))
  const parts = products.map(product => Number(product / BigInt(whole)))
  const remainders = products.map((product, index) => ({ index, rest: product % BigInt(whole) }))
  remainders.sort((one, other) => Number(other.rest - one.rest) || one.index - other.index)
  const missing = amount - sumOf(parts, part => part)
  for (const { index } of remainders.slice(0, missing)) parts[index] = (parts[index] ?? 0) + 1
  return parts
}
