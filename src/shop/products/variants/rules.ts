import type { ProductOption } from '../catalog/contract.ts'
import { facetOf } from '../catalog/contract.ts'

/** Why a product with variants can't be bought: `Kies eerst een maat en een kleur.` */
export function chooseFirst(options: readonly Pick<ProductOption, 'name'>[]): string {
  const names = options.map(({ name }) => `een ${name}`)
  const last = names.pop() ?? 'een variant'
  return `Kies eerst ${names.length > 0 ? `${names.join(', ')} en ${last}` : last}.`
}

/** The fields that variants share with their product, beside its name: an admin changes it there. */
export const sharedFields = [
  'description',
  'categoryId',
  'shippingCost',
  'showShippingOptions',
  'showCommentsField',
  'hygieneSealed',
  'hasSexualContent',
  'taxClass',
  'length',
  'width',
  'height',
] as const

/** The full name of a variant. */
export const variantName = (name: string, values: readonly string[]): string => [name, ...values].join(', ')

/** The facets of a variant: its value of each option. */
export const facetsOf = (options: readonly Pick<ProductOption, 'name'>[], values: readonly string[]) =>
  options.map(({ name }, index) => facetOf(name, values[index] ?? ''))
