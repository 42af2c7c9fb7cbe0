import type { InputOf } from '../../../../wire/endpoint.ts'
import { parseEuroInput } from '../../../../wire/money.ts'
import type { setProductVariants } from './contract.ts'
import { findGridErrors, type GridErrors } from './rules.ts'
import type { GridRow, VariantGridForm } from './grid.rules.ts'

type Request = InputOf<typeof setProductVariants>

/** An integer, or null for other text. */
const wholeOf = (text: string): number | null => {
  const tidy = text.trim()
  return /^\d{1,9}$/.test(tidy) ? Number(tidy) : null
}

function parseRow(row: GridRow, was: GridRow | undefined) {
  const price = row.price.trim() === '' ? null : parseEuroInput(row.price)
  const purchasePrice = row.purchasePrice.trim() === '' ? null : parseEuroInput(row.purchasePrice)
  const stock = row.stock.trim() === '' ? 0 : wholeOf(row.stock)
  // Empty: 0 for an existing variant, and the product's weight for a new one.
  const weight = row.weight.trim() === '' ? (row.id ? 0 : null) : wholeOf(row.weight)
  const errors: Record<string, string> = {
    ...(price === null && row.price.trim() !== '' && { price: 'Vul een prijs in, zoals 12,50.' }),
    ...(purchasePrice === null &&
      row.purchasePrice.trim() !== '' && { purchasePrice: 'Vul een inkoopprijs in, zoals 4,50.' }),
    ...(stock === null && { stock: 'Vul een voorraad in, vanaf 0.' }),
    ...(weight === null && row.weight.trim() !== '' && { weight: 'Vul een gewicht in gram in, vanaf 0.' }),
  }
  const variant: Request['variants'][number] = {
    ...(row.id !== null && { id: row.id }),
    values: row.values,
    ...(row.sku.trim() !== '' && { sku: row.sku }),
    price,
    purchasePrice,
    stock: stock ?? 0,
    ...(was && { stockSeen: Number(was.stock) }),
    weight,
    barcode: row.barcode.trim() || null,
    images: row.images,
    isActive: row.isActive,
  }
  return { variant, errors }
}

interface Why {
  cause: NonNullable<Request['cause']>
  note: string
}

/**
 * The grid as the request that saves it, or its errors by field: `variants.3.price`.
 * @param schema that of the request: the browser loads it when a form needs it
 * @param was the grid as it was read
 */
export function parseVariantGrid(
  schema: typeof setProductVariants.input,
  { id: productId, version }: { id: string; version: number },
  was: VariantGridForm,
  { options, rows }: VariantGridForm,
  { cause, note }: Why,
): { request: Request } | { errors: GridErrors } {
  const before = new Map(was.rows.map(row => [row.key, row]))
  const parsed = rows.map(row => parseRow(row, before.get(row.key)))
  const request = { productId, version, options, variants: parsed.map(({ variant }) => variant), cause, note }
  const checked = schema.safeParse(request)
  const errors: GridErrors = checked.success ? findGridErrors(checked.data) : {}
  for (const { path, message } of checked.error?.issues ?? []) errors[path.join('.')] ??= message
  for (const [index, row] of parsed.entries())
    for (const [column, message] of Object.entries(row.errors))
      errors[`variants.${index}.${column}`] = message
  return Object.keys(errors).length > 0 ? { errors } : { request }
}

/** Whether the stock of a variant is another than it was read, or a new one has stock: then the ledger wants a cause. */
export const changesStock = (was: VariantGridForm, { rows }: VariantGridForm): boolean => {
  const before = new Map(was.rows.map(row => [row.key, row]))
  return rows.some(row => (before.get(row.key)?.stock ?? '0') !== row.stock.trim())
}

/** The errors without a cell or field of their own: about the grid as a whole. */
export const generalErrors = (errors: GridErrors): string[] => [
  ...new Set(
    Object.entries(errors).flatMap(([field, message]) =>
      /^(options\.\d+\.(name|values)|variants\.\d+\.(sku|price|purchasePrice|stock|weight|barcode|values|id|images))/.test(
        field,
      )
        ? []
        : [message],
    ),
  ),
]
