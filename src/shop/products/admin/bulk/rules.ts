import {
  bulkFields,
  lineFields,
  safetyFields,
  type BulkChange,
  type BulkField,
  type LineChanges,
  type LineError,
  type LineField,
  type LineValues,
  type Rounding,
  type LineValue,
  type BulkLineStatus,
} from './contract.ts'
import { bulkFieldNames } from '../labels.rules.ts'
import { isSafetyField, type LineSafety } from '../imports/csvSafety.rules.ts'
import { taxClassLabels } from '../../../../money/vat/labels.rules.ts'
import { formatCents } from '../../../../wire/money.ts'
import { truncateText } from '../../../../wire/text.ts'
import { NewProduct } from '../contract.ts'

/** The fields of a product that a bulk edit reads or changes. */
export type ProductSnapshot = Record<LineField, LineValue> &
  LineSafety & {
    /** Outside sales. */
    price: number
    /** Of the sale that is planned or runs; read for an edit of sales. */
    salePrice?: number | null
    /** Excl. VAT. */
    purchasePrice: number | null
    stock: number
    reservedStock: number
  }

/** The changes of a line, or the reasons against them. */
export interface BulkLinePlan {
  verdict: BulkLineStatus
  changes: LineChanges
  errors: LineError[]
}

/** Labels of the select; halves go up. */
export const roundingLabels: Record<Rounding, string> = {
  CENT: 'Op de cent',
  FIVE_CENTS: 'Op 5 cent',
  NINETY_FIVE: 'Eindigend op ,95',
  EURO: 'Op hele euro’s',
}

/** `numerator / denominator` to the nearest multiple of `step`, halves up. Integers only. */
const nearest = (numerator: number, denominator: number, step = 1): number =>
  Math.floor((2 * numerator + denominator * step) / (2 * denominator * step)) * step

/** Rounds `numerator / denominator` cents to a price; a price above 0 stays above 0. */
export function roundPrice(numerator: number, denominator: number, rounding: Rounding): number {
  if (numerator <= 0) return nearest(numerator, denominator)
  if (rounding === 'CENT') return nearest(numerator, denominator)
  if (rounding === 'FIVE_CENTS') return Math.max(5, nearest(numerator, denominator, 5))
  if (rounding === 'EURO') return Math.max(100, nearest(numerator, denominator, 100))
  return Math.max(0, nearest(numerator - 95 * denominator, denominator, 100)) + 95
}

/** The changes that an edit makes to a product. */
export function changesForEdit(
  change: BulkChange,
  { price, salePrice = null, purchasePrice, stock, isActive }: ProductSnapshot,
): LineChanges {
  switch (change.kind) {
    case 'PRICE_SET':
      return { price: { from: price, to: change.cents } }
    case 'PRICE_PERCENT': {
      const to = roundPrice(price * (10_000 + change.basisPoints), 10_000, change.rounding)
      return { price: { from: price, to } }
    }
    case 'PRICE_AMOUNT':
      return { price: { from: price, to: roundPrice(price + change.cents, 1, change.rounding) } }
    case 'PURCHASE_PRICE_SET':
      return { purchasePrice: { from: purchasePrice, to: change.cents } }
    case 'PURCHASE_PRICE_PERCENT': {
      const to =
        purchasePrice === null
          ? null
          : roundPrice(purchasePrice * (10_000 + change.basisPoints), 10_000, 'CENT')
      return { purchasePrice: { from: purchasePrice, to } }
    }
    case 'STOCK_SET':
      return { stock: { from: stock, to: change.stock } }
    case 'STOCK_AMOUNT':
      return { stock: { from: stock, to: stock + change.pieces, isRelative: true } }
    case 'ACTIVE':
      return { isActive: { from: isActive, to: change.active } }
    case 'SALE': {
      const to = roundPrice(price * (10_000 - change.basisPoints), 10_000, change.rounding)
      return { salePrice: { from: salePrice, to } }
    }
    case 'SALE_END':
      return { salePrice: { from: salePrice, to: null } }
  }
}

/**
 * The changes that a line of a file makes to its product. With `stockSeen` the stock changes by the difference, so that
 * units sold since the export are not added again.
 */
export function changesForImport(
  { stockSeen, ...values }: LineValues,
  present: ProductSnapshot,
): LineChanges {
  const changes: LineChanges = {}
  for (const name of [...lineFields, ...safetyFields]) {
    const from = present[name] ?? null
    const to = values[name]
    if (to !== undefined && !isSameText(from, to)) changes[name] = { from, to }
  }
  if (typeof stockSeen === 'number' && typeof values.stock === 'number') {
    const to = present.stock + values.stock - stockSeen
    changes.stock = { from: present.stock, to, isRelative: true }
  }
  return changes
}

/** Compares texts without outer whitespace and kinds of line ends: a file does not keep those. */
const isSameText = (one: LineValue, other: LineValue): boolean =>
  typeof one === 'string' && typeof other === 'string' && bare(one) === bare(other)
const bare = (text: string): string => text.replaceAll(/\r\n?/g, '\n').trim()

/** Leaves out unchanged values, and refuses impossible ones. */
export function planChanges(requested: LineChanges, present: ProductSnapshot): BulkLinePlan {
  const names = bulkFields.filter(name => {
    const change = requested[name]
    // A sale for the same price may be of another period.
    return change && (change.from !== change.to || (name === 'salePrice' && change.to !== null))
  })
  const changes = Object.fromEntries(names.map(name => [name, requested[name]])) as LineChanges
  const errors = names.flatMap(name => validateChange(name, changes[name]?.to ?? null, present))
  if (errors.length > 0) return { verdict: 'REFUSED', changes, errors }
  return { verdict: names.length > 0 ? 'CHANGE' : 'SAME', changes, errors }
}

/**
 * Applies planned changes to the product as it is now. A field that changed since the preview is not overwritten; a
 * relative stock change starts from the present stock.
 */
export function rebasePlan(planned: LineChanges, present: ProductSnapshot): BulkLinePlan {
  const requested: LineChanges = {}
  const errors: LineError[] = []
  for (const name of bulkFields) {
    const change = planned[name]
    if (!change) continue
    const by = change.isRelative ? Number(change.to) - Number(change.from) : 0
    requested[name] = {
      ...change,
      from: present[name] ?? null,
      to: change.isRelative ? present.stock + by : change.to,
    }
    const value = present[name] ?? null
    if (!change.isRelative && change.from !== value) errors.push(staleValueError(name, value))
  }
  if (errors.length > 0) return { verdict: 'MISSED', changes: planned, errors }
  const plan = planChanges(requested, present)
  if (plan.verdict === 'REFUSED') return { ...plan, verdict: 'MISSED' }
  return { ...plan, verdict: 'DONE' }
}

const staleValueError = (name: BulkField, value: LineValue): LineError => ({
  column: bulkFieldNames[name],
  message:
    name === 'categoryId'
      ? 'Dit product staat intussen in een andere categorie.'
      : name === 'manufacturerId' || name === 'responsiblePersonId'
        ? 'Hier is intussen iemand anders gekozen.'
        : `Dit is intussen veranderd in ${formatFieldValue(name, value)}.`,
})

function validateChange(
  name: BulkField,
  value: LineValue,
  { reservedStock, price }: ProductSnapshot,
): LineError[] {
  const column = bulkFieldNames[name]
  if (name === 'salePrice')
    return value === null || Number(value) < price
      ? []
      : [{ column, message: `De actieprijs moet lager zijn dan de prijs (${formatCents(price)}).` }]
  // Checked with the others of the safety information.
  if (isSafetyField(name)) return []
  const issue = NewProduct.shape[name].safeParse(value).error?.issues[0]
  if (issue) return [{ column, message: issue.message }]
  if (name === 'stock' && Number(value) < reservedStock) {
    const held = reservedStock === 1 ? 'Er staat 1 stuk' : `Er staan ${reservedStock} stuks`
    return [{ column, message: `${held} vast voor open bestellingen.` }]
  }
  return []
}

const inCents = new Set<BulkField>(['price', 'salePrice', 'purchasePrice', 'shippingCost'])
/** Characters; longer texts are cut off. */
const LONGEST = 80

/** A value of a field, for display. */
export function formatFieldValue(name: BulkField, value: LineValue): string {
  if (name === 'salePrice' && value === null) return 'geen actie'
  if (value === null || value === '') return 'leeg'
  if (typeof value === 'boolean') return value ? 'ja' : 'nee'
  if (typeof value === 'number' && inCents.has(name)) return formatCents(value)
  if (name === 'taxClass') return taxClassLabels[value as keyof typeof taxClassLabels] ?? String(value)
  return truncateText(String(value), LONGEST)
}

/** The plan of a line that can no longer be applied. */
export const missedPlan = (
  column: string | null,
  message: string,
  changes: LineChanges = {},
): BulkLinePlan => ({
  verdict: 'MISSED',
  changes,
  errors: [{ column, message }],
})
