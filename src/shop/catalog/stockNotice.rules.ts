/**
 * What a sale made of a product, when it crossed the threshold: nothing is said of a product that was low already. A sale that
 * crosses both says only that it is sold out.
 * @param threshold at this many units or fewer it is low; 0: never
 */
export function stockCrossing(
  { before, after }: { before: number; after: number },
  threshold: number,
): 'SOLD_OUT' | 'LOW_STOCK' | null {
  if (before > 0 && after <= 0) return 'SOLD_OUT'
  return before > threshold && after <= threshold ? 'LOW_STOCK' : null
}
