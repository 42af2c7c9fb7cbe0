import { formatCents } from '../../wire/money.ts'
import {
  lineFields,
  type BulkChange,
  type LineChanges,
  type LineError,
  type LineField,
  type LineValues,
  type Rounding,
  type LineValue,
  type BulkLineStatus,
} from './bulk.contract.ts'
import { NewProduct } from './contract.ts'

/** A product as it is at this moment, as far as an edit of many touches it. */
export type ProductSnapshot = Record<LineField, LineValue> & {
  price: number
  stock: number
  reservedStock: number
}

/** What becomes of a product: what changes, or why it can't. */
export interface BulkLinePlan {
  verdict: BulkLineStatus
  changes: LineChanges
  errors: LineError[]
}

/** How each is said where one chooses; a half goes up. */
export const roundingLabels: Record<Rounding, string> = {
  CENT: 'Op de cent',
  FIVE_CENTS: 'Op 5 cent',
  NINETY_FIVE: 'Eindigend op ,95',
  EURO: 'Op hele euro’s',
}

/** Whole numbers only: `numerator / denominator` to the nearest multiple of a step, a half upwards. */
const nearest = (numerator: number, denominator: number, step = 1): number =>
  Math.floor((2 * numerator + denominator * step) / (2 * denominator * step)) * step

/** `numerator / denominator` cents as a price; what costs something never becomes free by rounding. */
export function roundPrice(numerator: number, denominator: number, rounding: Rounding): number {
  if (numerator <= 0) return nearest(numerator, denominator)
  if (rounding === 'CENT') return nearest(numerator, denominator)
  if (rounding === 'FIVE_CENTS') return Math.max(5, nearest(numerator, denominator, 5))
  if (rounding === 'EURO') return Math.max(100, nearest(numerator, denominator, 100))
  return Math.max(0, nearest(numerator - 95 * denominator, denominator, 100)) + 95
}

/** What an edit makes of a product. */
export function changesForEdit(change: BulkChange, { price, stock, isActive }: ProductSnapshot): LineChanges {
  switch (change.kind) {
    case 'PRICE_SET':
      return { price: { from: price, to: change.cents } }
    case 'PRICE_PERCENT': {
      const to = roundPrice(price * (10_000 + change.basisPoints), 10_000, change.rounding)
      return { price: { from: price, to } }
    }
    case 'PRICE_AMOUNT':
      return { price: { from: price, to: roundPrice(price + change.cents, 1, change.rounding) } }
    case 'STOCK_SET':
      return { stock: { from: stock, to: change.stock } }
    case 'STOCK_AMOUNT':
      return { stock: { from: stock, to: stock + change.pieces, isRelative: true } }
    case 'ACTIVE':
      return { isActive: { from: isActive, to: change.active } }
  }
}

/**
 * What a line of a file makes of its product. Where the line also says which stock its writer knew of, only the difference
 * counts: what was sold since is not brought back.
 */
export function changesForImport(
  { stockSeen, ...values }: LineValues,
  present: ProductSnapshot,
): LineChanges {
  const changes: LineChanges = {}
  for (const name of lineFields) {
    const to = values[name]
    if (to !== undefined && !isSameText(present[name], to)) changes[name] = { from: present[name], to }
  }
  if (typeof stockSeen === 'number' && typeof values.stock === 'number') {
    const to = present.stock + values.stock - stockSeen
    changes.stock = { from: present.stock, to, isRelative: true }
  }
  return changes
}

/** A file keeps neither spaces around a text nor how its lines end. */
const isSameText = (one: LineValue, other: LineValue): boolean =>
  typeof one === 'string' && typeof other === 'string' && bare(one) === bare(other)
const bare = (text: string): string => text.replaceAll(/\r\n?/g, '\n').trim()

/** Says what of it is a change at all, and whether it can be. */
export function planChanges(wanted: LineChanges, present: ProductSnapshot): BulkLinePlan {
  const names = lineFields.filter(name => wanted[name] && wanted[name].from !== wanted[name].to)
  const changes = Object.fromEntries(names.map(name => [name, wanted[name]])) as LineChanges
  const errors = names.flatMap(name => validateChange(name, changes[name]?.to ?? null, present))
  if (errors.length > 0) return { verdict: 'REFUSED', changes, errors }
  return { verdict: names.length > 0 ? 'CHANGE' : 'SAME', changes, errors }
}

/**
 * The same changes to a product that may be another by now: what was not seen in the preview is not overwritten, and a
 * stock that goes up or down does so from what it is.
 */
export function rebasePlan(planned: LineChanges, present: ProductSnapshot): BulkLinePlan {
  const wanted: LineChanges = {}
  const errors: LineError[] = []
  for (const name of lineFields) {
    const change = planned[name]
    if (!change) continue
    const by = change.isRelative ? Number(change.to) - Number(change.from) : 0
    wanted[name] = { ...change, from: present[name], to: change.isRelative ? present.stock + by : change.to }
    if (!change.isRelative && change.from !== present[name]) errors.push(staleValueError(name, present[name]))
  }
  if (errors.length > 0) return { verdict: 'MISSED', changes: planned, errors }
  const plan = planChanges(wanted, present)
  if (plan.verdict === 'REFUSED') return { ...plan, verdict: 'MISSED' }
  return { ...plan, verdict: 'DONE' }
}

const staleValueError = (name: LineField, value: LineValue): LineError => ({
  column: columnNames[name],
  message:
    name === 'categoryId'
      ? 'Dit product staat intussen in een andere categorie.'
      : `Dit is intussen veranderd in ${formatFieldValue(name, value)}.`,
})

function validateChange(name: LineField, value: LineValue, { reservedStock }: ProductSnapshot): LineError[] {
  const column = columnNames[name]
  const issue = NewProduct.shape[name].safeParse(value).error?.issues[0]
  if (issue) return [{ column, message: issue.message }]
  if (name === 'stock' && Number(value) < reservedStock) {
    const held = reservedStock === 1 ? 'Er staat 1 stuk' : `Er staan ${reservedStock} stuks`
    return [{ column, message: `${held} vast voor open bestellingen.` }]
  }
  return []
}

/** What each is called in a file, and where a person reads it. */
export const columnNames: Record<LineField, string> = {
  name: 'Naam',
  description: 'Omschrijving',
  categoryId: 'Categorie',
  price: 'Prijs',
  shippingCost: 'Verzendkosten',
  stock: 'Voorraad',
  isActive: 'Actief',
  showShippingOptions: 'Verzendopties',
  showCommentsField: 'Opmerkingenveld',
  hygieneSealed: 'Hygiënezegel',
  weight: 'Gewicht (g)',
  length: 'Lengte (cm)',
  width: 'Breedte (cm)',
  height: 'Hoogte (cm)',
}

const inCents = new Set<LineField>(['price', 'shippingCost'])
/** Longer texts are shown in part. */
const LONGEST = 80

/** A value as a person reads it. */
export function formatFieldValue(name: LineField, value: LineValue): string {
  if (value === null || value === '') return 'leeg'
  if (typeof value === 'boolean') return value ? 'ja' : 'nee'
  if (typeof value === 'number' && inCents.has(name)) return formatCents(value)
  const text = String(value)
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
}
