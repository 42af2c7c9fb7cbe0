import type { VariantGrid, VariantInput } from './contract.ts'

/** Errors by field, such as `variants.3.values.1`. */
export type GridErrors = Record<string, string>

/** The errors of a grid by itself; empty when nothing is. */
export function findGridErrors({ options, variants }: Pick<VariantGrid, 'options' | 'variants'>): GridErrors {
  const errors: GridErrors = {}
  const names = options.map(({ name }) => name)
  names.forEach((name, place) => {
    if (names.indexOf(name) < place) errors[`options.${place}.name`] = 'Deze optie is er al.'
  })
  options.forEach(({ values }, place) => {
    if (new Set(values).size < values.length)
      errors[`options.${place}.values`] = 'Een waarde staat er dubbel in.'
  })
  if (options.length > 0 && variants.length === 0) errors['variants'] = 'Voeg minstens één variant toe.'
  if (options.length === 0 && variants.length > 0) errors['options'] = 'Kies een optie, zoals maat.'
  variants.forEach((variant, row) => {
    Object.assign(errors, rowErrors(options, variant, row))
    const twin = variants.findIndex(({ values }) => keyOf(values) === keyOf(variant.values))
    if (twin < row) errors[`variants.${row}.values`] ??= `Deze variant staat ook op rij ${twin + 1}.`
    const { sku, id } = variant
    const sameSku = sku === undefined ? row : variants.findIndex(each => each.sku === sku)
    if (sameSku < row) errors[`variants.${row}.sku`] = `Deze SKU staat ook op rij ${sameSku + 1}.`
    const sameId = id === undefined ? row : variants.findIndex(each => each.id === id)
    if (sameId < row) errors[`variants.${row}.id`] = `Deze variant staat ook op rij ${sameId + 1}.`
  })
  return errors
}

function rowErrors(options: VariantGrid['options'], { values }: VariantInput, row: number): GridErrors {
  const errors: GridErrors = {}
  options.forEach((option, place) => {
    const value = values[place]
    if (value === undefined) errors[`variants.${row}.values.${place}`] = `Kies een ${option.name}.`
    else if (!option.values.includes(value))
      errors[`variants.${row}.values.${place}`] = `“${value}” is geen ${option.name} van dit product.`
  })
  if (values.length > options.length) errors[`variants.${row}.values`] = 'Er zijn meer waarden dan opties.'
  return errors
}

/** Tells variants of one product apart. */
export const keyOf = (values: readonly string[]): string => JSON.stringify(values)

/** `GL-004` and `M`, `wijnrood`: `GL-004-M-WIJNROOD`. */
export const variantSku = (sku: string, values: readonly string[]): string => {
  const end = values.map(value => value.toUpperCase().replaceAll(/[^\p{L}\p{N}]+/gu, '-')).join('-')
  return `${sku}-${end}`.slice(0, 60).replace(/-+$/, '')
}

/**
 * Where the units go that a product has itself: to its first active variant. A product that has just got variants keeps none of them
 * when an admin typed how many each variant has.
 */
export function stockForFirst(
  free: number,
  variants: readonly { stock: number; isActive: boolean }[],
  isNew: boolean,
): { row: number; pieces: number } | null {
  const typed = variants.reduce((sum, { stock }) => sum + stock, 0)
  if (free === 0 || variants.length === 0 || (isNew && typed > 0)) return null
  return {
    row: Math.max(
      0,
      variants.findIndex(({ isActive }) => isActive),
    ),
    pieces: free,
  }
}
