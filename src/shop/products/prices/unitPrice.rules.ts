import { formatCents } from '../../../wire/money.ts'

/** How much is in it, where it is sold by measure: millilitres or grams. */
export interface ProductContent {
  contentMl?: number | undefined
  contentGrams?: number | undefined
}

/** The amount of the unit price (Dir. 98/6, art. 2(b)); cosmetics are usually compared per 100 ml or 100 g. */
export const UNIT_AMOUNT = 100

export type ContentUnit = 'ml' | 'g'

export interface UnitPrice {
  /** Cents for 100 of the unit; halves go up. */
  cents: number
  unit: ContentUnit
}

/** The price for 100 ml or 100 g; null for a product that is not sold by measure. @param price cents, incl. VAT */
export function unitPrice(price: number, { contentMl, contentGrams }: ProductContent): UnitPrice | null {
  const amount = contentMl ?? contentGrams
  if (amount === undefined || amount <= 0) return null
  const cents = Math.floor((2 * price * UNIT_AMOUNT + amount) / (2 * amount))
  return { cents, unit: contentMl === undefined ? 'g' : 'ml' }
}

/** `€ 19,96 per 100 ml`; null when there is none, or when the price is that already (art. 3(1)). */
export function unitPriceText(price: number, content: ProductContent): string | null {
  const found = unitPrice(price, content)
  if (!found || (content.contentMl ?? content.contentGrams) === UNIT_AMOUNT) return null
  return `${formatCents(found.cents)} per ${UNIT_AMOUNT} ${found.unit}`
}

/** `150 ml`, or null. */
export function contentText({ contentMl, contentGrams }: ProductContent): string | null {
  if (contentMl !== undefined) return `${contentMl.toLocaleString('nl-NL')} ml`
  return contentGrams === undefined ? null : `${contentGrams.toLocaleString('nl-NL')} g`
}
