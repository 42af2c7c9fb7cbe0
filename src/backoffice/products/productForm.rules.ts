import { z } from 'zod'
import { optionalText } from '../../wire/fields.ts'
import { NewProduct, type AdminProduct } from './contract.ts'
import { parseEuroInput, formatEuroInput } from '../../wire/money.ts'
import { StockCause } from './history.contract.ts'

const { shape } = NewProduct

/** A whole number that was typed; what is none is left for the contract to refuse. */
const typed = (empty: number | null | undefined) =>
  z.string().transform(text => {
    const tidy = text.trim()
    if (tidy === '') return empty
    return /^\d{1,9}$/.test(tidy) ? Number(tidy) : tidy
  })
const dimensionInput = typed(null).pipe(shape.length)

const PRICE_MESSAGE = 'Vul een prijs in, zoals 12,50.'

/** The form of a product as it is typed, and the product that it stands for. Its pictures are kept beside it. */
export const ProductForm = z.object({
  name: shape.name,
  sku: shape.sku,
  description: z.string().pipe(shape.description.unwrap()),
  price: z
    .string()
    .transform(parseEuroInput)
    .pipe(z.int(PRICE_MESSAGE).max(100_000_00, 'Kies hoogstens € 100.000.')),
  categoryId: shape.categoryId,
  stock: typed(undefined).pipe(shape.stock),
  shippingCost: z.int(),
  weight: typed(0).pipe(shape.weight),
  length: dimensionInput,
  width: dimensionInput,
  height: dimensionInput,
  isActive: z.boolean(),
  showShippingOptions: z.boolean(),
  showCommentsField: z.boolean(),
  hygieneSealed: z.boolean(),
  cause: StockCause,
  reason: optionalText(200),
})
export type ProductFormInput = z.input<typeof ProductForm>
/** What is filled in, once it is right. */
export type ProductFormOutput = z.output<typeof ProductForm>
/** Why the stock is another. */
export type StockChangeReason = Pick<ProductFormOutput, 'cause' | 'reason'>

export const emptyProductForm: ProductFormInput = {
  name: '',
  sku: '',
  description: '',
  price: '',
  categoryId: '',
  stock: '',
  shippingCost: 0,
  weight: '',
  length: '',
  width: '',
  height: '',
  isActive: true,
  showShippingOptions: true,
  showCommentsField: false,
  hygieneSealed: false,
  cause: 'COUNTED',
  reason: '',
}

const text = (value: number | null): string => (value === null ? '' : String(value))

/** What is kept of a product, as it stands in the form. */
export const toProductFormInput = (
  product: Omit<ProductFormOutput, keyof StockChangeReason>,
): ProductFormInput => ({
  ...emptyProductForm,
  name: product.name,
  sku: product.sku,
  description: product.description,
  price: formatEuroInput(product.price),
  categoryId: product.categoryId,
  stock: String(product.stock),
  shippingCost: product.shippingCost,
  weight: product.weight === 0 ? '' : String(product.weight),
  length: text(product.length),
  width: text(product.width),
  height: text(product.height),
  isActive: product.isActive,
  showShippingOptions: product.showShippingOptions,
  showCommentsField: product.showCommentsField,
  hygieneSealed: product.hygieneSealed,
})

/** What a keeper may change of a product, and two of them at once. */
const editableFields = [
  'name',
  'sku',
  'description',
  'price',
  'categoryId',
  'stock',
  'images',
  'shippingCost',
  'weight',
  'length',
  'width',
  'height',
  'isActive',
  'showShippingOptions',
  'showCommentsField',
  'hygieneSealed',
] as const
export type EditableField = (typeof editableFields)[number]
export type EditableProduct = Pick<AdminProduct, EditableField>

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** What of a product is another than it was. */
export const changedFields = (before: EditableProduct, after: EditableProduct): Partial<EditableProduct> =>
  Object.fromEntries(
    editableFields.filter(name => !isSame(before[name], after[name])).map(name => [name, after[name]]),
  )

export interface FieldDifference {
  name: EditableField
  /** Whether both changed it, each to something else: then one of them has to give way. */
  isConflict: boolean
}

/**
 * What someone else made of a product since I opened it, and I have not done myself. Pieces are sold all the time: they count
 * only where I counted them anew.
 */
export const compareFields = (
  was: EditableProduct,
  theirs: EditableProduct,
  mine: EditableProduct,
): FieldDifference[] =>
  editableFields
    .filter(name => !isSame(was[name], theirs[name]) && !isSame(theirs[name], mine[name]))
    .map(name => ({ name, isConflict: !isSame(was[name], mine[name]) }))
    .filter(({ name, isConflict }) => name !== 'stock' || isConflict)

/** Mine, with theirs in the fields that are given up, and the pieces that are there now unless I counted them. */
export const mergeFields = (
  was: EditableProduct,
  mine: EditableProduct,
  theirs: EditableProduct,
  given: readonly EditableField[],
): EditableProduct => ({
  ...mine,
  stock: mine.stock === was.stock ? theirs.stock : mine.stock,
  ...Object.fromEntries(given.map(name => [name, theirs[name]])),
})

/** What each field is called where two of them are compared. */
export const productFieldNames: Record<EditableField, string> = {
  name: 'Naam',
  sku: 'SKU',
  description: 'Beschrijving',
  price: 'Prijs',
  categoryId: 'Categorie',
  stock: 'Voorraad',
  images: 'Foto’s',
  shippingCost: 'Verzendkosten',
  weight: 'Gewicht in gram',
  length: 'Lengte in cm',
  width: 'Breedte in cm',
  height: 'Hoogte in cm',
  isActive: 'Actief',
  showShippingOptions: 'Verzendopties tonen',
  showCommentsField: 'Opmerkingenveld tonen',
  hygieneSealed: 'Verzegeld om hygiëne',
}
