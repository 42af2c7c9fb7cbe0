const plain = /^(\d+)(?:[.,](\d{1,2}))?$/
const dutch = /^(\d{1,3}(?:\.\d{3})+)(?:,(\d{1,2}))?$/
const english = /^(\d{1,3}(?:,\d{3})+)\.(\d{1,2})$/

/**
 * Cents of an amount in euros as a hand writes it: `12,5`, `12.50`, `€ 1.234,50`. Null for what is none, or could be two
 * amounts. Whole numbers only: 1.15 × 100 is less than 115.
 */
export function centsIn(text: string): number | null {
  const tidy = text.replace(/[\s€]/g, '')
  const [, euros, cents = ''] = plain.exec(tidy) ?? dutch.exec(tidy) ?? english.exec(tidy) ?? []
  if (euros === undefined) return null
  const amount = Number(euros.replace(/[.,]/g, '')) * 100 + Number(cents.padEnd(2, '0'))
  return Number.isSafeInteger(amount) ? amount : null
}

/** `1495` → `14,95`: as it stands in a field. */
export const eurosOf = (cents: number): string =>
  `${Math.floor(cents / 100)},${String(cents % 100).padStart(2, '0')}`
