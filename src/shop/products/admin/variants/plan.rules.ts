import { regularPriceOf, type ProductPrices } from '../../prices/sales.rules.ts'
import { facetsOf, variantName } from '../../variants/rules.ts'
import type { VariantGrid } from './contract.ts'
import { keyOf, variantSku } from './rules.ts'

/** A variant as it is; its prices are those of `ProductPrices`. */
export interface LockedVariant extends ProductPrices {
  id: string
  sku: string
  slug: string
  name: string
  optionValues: string[]
  optionFacets: string[]
  position: number
  stock: number
  reservedStock: number
  followsPrice: boolean
  purchasePrice: number | null
  weight: number
  barcode: string | null
  imageUrl: string | null
  images: string[]
  isActive: boolean
}

/** The plan of a row of the grid. */
export interface PlannedVariant {
  row: number
  before: LockedVariant | null
  sku: string
  name: string
  values: string[]
  facets: string[]
  /** Cents, outside sales. */
  price: number
  followsPrice: boolean
  /** Cents, excl. VAT; null: the product's. */
  purchasePrice: number | null
  stock: number
  stockSeen: number | undefined
  weight: number
  barcode: string | null
  images: string[]
  isActive: boolean
}
export type ChangedVariant = PlannedVariant & { before: LockedVariant }

export interface VariantPlan {
  /** All rows, in order. */
  rows: PlannedVariant[]
  added: PlannedVariant[]
  changed: ChangedVariant[]
  /** The variants that the grid leaves out. */
  left: LockedVariant[]
}

export interface VariantParent {
  id: string
  sku: string
  name: string
  slug: string
  weight: number
  basePrice: number
}

/** Matches the rows of a grid with the variants that there are: by id, or by values. */
export function planVariants(
  parent: VariantParent,
  present: LockedVariant[],
  { options, variants }: VariantGrid,
): VariantPlan {
  const byId = new Map(present.map(variant => [variant.id, variant]))
  const named = new Set(variants.flatMap(({ id }) => (id ? [id] : [])))
  const byValues = new Map(
    present.filter(({ id }) => !named.has(id)).map(variant => [keyOf(variant.optionValues), variant]),
  )
  const rows = variants.map((input, row): PlannedVariant => {
    const before = (input.id ? byId.get(input.id) : undefined) ?? byValues.get(keyOf(input.values)) ?? null
    const { values, price, stock, stockSeen, isActive } = input
    const isUntouched = before !== null && stockSeen === stock
    return {
      row,
      before,
      sku: input.sku ?? before?.sku ?? variantSku(parent.sku, values),
      name: variantName(parent.name, values),
      values,
      facets: facetsOf(options, values),
      price: price ?? parent.basePrice,
      followsPrice: price === null,
      purchasePrice:
        input.purchasePrice === undefined ? (before?.purchasePrice ?? null) : input.purchasePrice,
      stock: isUntouched ? before.stock : stock,
      stockSeen,
      weight: input.weight ?? before?.weight ?? parent.weight,
      barcode: input.barcode === undefined ? (before?.barcode ?? null) : input.barcode || null,
      images: input.images ?? before?.images ?? [],
      isActive,
    }
  })
  const kept = new Set(rows.flatMap(({ before }) => before?.id ?? []))
  return {
    rows,
    added: rows.filter(({ before }) => before === null),
    changed: rows.filter((row): row is ChangedVariant => row.before !== null),
    left: present.filter(({ id }) => !kept.has(id)),
  }
}

/** The fields that the audit log compares. */
export const compared = (row: ChangedVariant | LockedVariant, isBefore: boolean) => ({
  sku: row.sku,
  name: row.name,
  stock: row.stock,
  weight: row.weight,
  barcode: row.barcode,
  images: row.images,
  isActive: row.isActive,
  price: isBefore ? regularPriceOf(row as LockedVariant) : row.price,
  followsPrice: row.followsPrice,
  purchasePrice: row.purchasePrice,
})

/** Only rows that differ are written: each writes all indexes. */
export function isChanged(
  { before, row, values, facets, ...now }: ChangedVariant,
  prices: ProductPrices,
): boolean {
  const was = [
    before.position,
    before.optionValues,
    before.optionFacets,
    before.sku,
    before.name,
    before.stock,
  ]
  const more = [before.weight, before.barcode, before.images, before.isActive, before.followsPrice]
  const is = [row, values, facets, now.sku, now.name, now.stock]
  const also = [now.weight, now.barcode, now.images, now.isActive, now.followsPrice]
  const pricesOf = ({ price, regularPrice, priorPrice, saleEndsAt }: ProductPrices) => [
    price,
    regularPrice,
    priorPrice,
    saleEndsAt,
  ]
  return (
    before.purchasePrice !== now.purchasePrice ||
    JSON.stringify([was, more, pricesOf(before)]) !== JSON.stringify([is, also, pricesOf(prices)])
  )
}
