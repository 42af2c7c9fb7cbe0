/** Money is integer euro cents everywhere; these functions convert it from and to text. */

const euros = new Intl.NumberFormat('nl-NL', { style: 'currency', currency: 'EUR' })

/** `1250` → `€ 12,50`, with a no-break space, as nl-NL writes it; `-250` → `− € 2,50`, which Intl would write `€ -2,50`. */
export const formatCents = (cents: number): string =>
  cents < 0 ? `−\u00a0${euros.format(-cents / 100)}` : euros.format(cents / 100)

/**
 * `1250` → `12.50`: an amount as payment providers write it, without floating point.
 * @throws RangeError for a fraction of a cent or a negative amount.
 */
export function decimalFromCents(cents: number): string {
  if (!Number.isSafeInteger(cents) || cents < 0) throw new RangeError(`not an amount in cents: ${cents}`)
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
}

/** `12.50` → `1250`, or `null` when the text is not an amount with exactly two decimals. */
export function centsFromDecimal(text: string): number | null {
  const match = /^(\d{1,13})\.(\d{2})$/.exec(text)
  return match ? Number(match[1]) * 100 + Number(match[2]) : null
}

/** `250` → `2,50`, for an input field. */
export const formatEuroInput = (cents: number): string =>
  `${Math.floor(cents / 100)},${String(cents % 100).padStart(2, '0')}`

const plain = /^(\d+)(?:[.,](\d{1,2}))?$/
const dutch = /^(\d{1,3}(?:\.\d{3})+)(?:,(\d{1,2}))?$/
const english = /^(\d{1,3}(?:,\d{3})+)\.(\d{1,2})$/

/**
 * Parses an amount in euros as people type it: `12,5`, `12.50`, `€ 1.234,50`. Without floating point, where 1.15 × 100 is less than
 * 115.
 * @returns cents; null when it is not an amount, or ambiguous
 */
export function parseEuroInput(text: string): number | null {
  const trimmed = text.replace(/[\s€]/g, '')
  const [, euros, cents = ''] = plain.exec(trimmed) ?? dutch.exec(trimmed) ?? english.exec(trimmed) ?? []
  if (euros === undefined) return null
  const amount = Number(euros.replace(/[.,]/g, '')) * 100 + Number(cents.padEnd(2, '0'))
  return Number.isSafeInteger(amount) ? amount : null
}
