import type { Product, ProductDetail, Variant } from '../catalog/contract.ts'
import { isSoldOut } from '../catalog/rules.ts'

/** The choice for each option of a product; null where nothing is chosen yet. */
export type VariantChoice = readonly (string | null)[]

/** Whether it is sold only as one of its variants, which have to be chosen first. */
export const hasVariants = ({ options, parent }: Pick<Product, 'options' | 'parent'>): boolean =>
  options !== undefined && options.length > 0 && parent === undefined

const fits = ({ values }: Pick<Variant, 'values'>, choice: VariantChoice): boolean =>
  choice.every((chosen, option) => chosen === null || values[option] === chosen)

type VariantStock = Pick<Variant, 'values' | 'stock'>

export type ValueState = 'available' | 'soldOut' | 'missing'

/** The result of choosing a value of an option, given the choice of the others: something to buy, something sold out, or no variant at all. */
export function valueState(
  variants: readonly VariantStock[],
  choice: VariantChoice,
  option: number,
  value: string,
): ValueState {
  const possible = variants.filter(variant => fits(variant, choice.with(option, value)))
  if (possible.length === 0) return 'missing'
  return possible.every(({ stock }) => isSoldOut(stock)) ? 'soldOut' : 'available'
}

/** Chooses for the customer where only one value is possible with the rest. */
export function completeChoice(
  variants: readonly Pick<Variant, 'values'>[],
  choice: VariantChoice,
): VariantChoice {
  const possible = variants.filter(variant => fits(variant, choice))
  return choice.map((chosen, option) => {
    const values = new Set(possible.map(({ values: own }) => own[option]))
    const [only] = values
    return chosen === null && values.size === 1 && only !== undefined ? only : chosen
  })
}

/** Chooses a value, and keeps the chosen values of other options that go with it, the first options first. */
export function chooseValue(
  variants: readonly Pick<Variant, 'values'>[],
  choice: VariantChoice,
  option: number,
  value: string,
): VariantChoice {
  let next: VariantChoice = choice.map((_, index) => (index === option ? value : null))
  for (const [index, kept] of choice.entries()) {
    if (index === option || kept === null) continue
    const tried = next.with(index, kept)
    if (variants.some(variant => fits(variant, tried))) next = tried
  }
  return completeChoice(variants, next)
}

/** The variant that is chosen; undefined while something is still to be chosen. */
export const chosenVariant = <V extends Pick<Variant, 'values'>>(
  variants: readonly V[],
  choice: VariantChoice,
): V | undefined => (choice.includes(null) ? undefined : variants.find(variant => fits(variant, choice)))

/** `maat` → `Maat`: as the heading of its values. */
export const optionTitle = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1)

/** `Maat` → `Kies eerst een maat`. */
export const chooseFirstText = (name: string): string => `Kies eerst een ${name.toLowerCase()}`

/** On a card: `Kies een maat`, or `Bekijk opties` when there are several. */
export const chooseText = (options: readonly { name: string }[]): string =>
  options.length === 1 && options[0] ? `Kies een ${options[0].name.toLowerCase()}` : 'Bekijk opties'

/** A variant as the product that is bought, with the fields of its parent: the pictures too, when it has none of its own. */
export function variantProduct(detail: ProductDetail, variant: Variant): ProductDetail {
  const { options: _options, maxPrice: _maxPrice, variants: _variants, ...parent } = detail
  const { weight: _weight, imageUrl, images, ...own } = variant
  const { priorPrice, saleEndsAt, contentMl, contentGrams, gtin } = variant
  const hasPictures = imageUrl !== null || images.length > 0
  return {
    ...parent,
    ...own,
    // A field that the variant does not have is not that of its product either.
    priorPrice,
    saleEndsAt,
    contentMl,
    contentGrams,
    gtin,
    ...(hasPictures && { imageUrl: imageUrl ?? images[0] ?? null, images }),
    parent: { id: parent.id, slug: parent.slug, name: parent.name },
  }
}
