import { keysOf } from '../../../wire/records.ts'
import { z } from 'zod'
import { optionalText } from '../../../wire/fields.ts'
import { NewProduct, type AdminProduct, StockCause } from './contract.ts'
import { parseEuroInput, formatEuroInput } from '../../../wire/money.ts'

const { shape } = NewProduct

/** Parses an integer; other text is left for the contract to refuse. */
const typed = (empty: number | null | undefined) =>
  z.string().transform(text => {
    const tidy = text.trim()
    if (tidy === '') return empty
    return /^\d{1,9}$/.test(tidy) ? Number(tidy) : tidy
  })
const dimensionInput = typed(null).pipe(shape.length)

/** Left out when empty, as in an answer. */
const contentInput = typed(undefined).pipe(shape.contentMl.unwrap().unwrap().optional())

/** Left out when empty, as in an answer. */
const purchasePriceInput = z
  .string()
  .transform(value => (value.trim() === '' ? undefined : (parseEuroInput(value) ?? value)))
  .pipe(shape.purchasePrice.unwrap().unwrap().optional())

const PRICE_MESSAGE = 'Vul een prijs in, zoals 12,50.'

/** The product form as text, and its parsed values. Pictures are kept beside it. */
export const ProductForm = z.object({
  name: shape.name,
  sku: shape.sku,
  description: z.string().pipe(shape.description.unwrap()),
  price: z
    .string()
    .transform(parseEuroInput)
    .pipe(z.int(PRICE_MESSAGE).max(100_000_00, 'Kies hoogstens € 100.000.')),
  purchasePrice: purchasePriceInput,
  categoryId: shape.categoryId,
  stock: typed(undefined).pipe(shape.stock),
  barcode: z
    .string()
    .trim()
    .max(50, 'Gebruik hoogstens 50 tekens.')
    .transform(text => text || undefined),
  contentMl: contentInput,
  contentGrams: contentInput,
  shippingCost: z.int(),
  weight: typed(0).pipe(shape.weight),
  length: dimensionInput,
  width: dimensionInput,
  height: dimensionInput,
  isActive: z.boolean(),
  showShippingOptions: z.boolean(),
  showCommentsField: z.boolean(),
  hygieneSealed: z.boolean(),
  hasSexualContent: z.boolean(),
  taxClass: shape.taxClass.unwrap(),
  cause: StockCause,
  reason: optionalText(200),
})
export type ProductFormInput = z.input<typeof ProductForm>
/** The parsed form. */
export type ProductFormOutput = z.output<typeof ProductForm>
export type StockChangeReason = Pick<ProductFormOutput, 'cause' | 'reason'>

export const emptyProductForm: ProductFormInput = {
  name: '',
  sku: '',
  description: '',
  price: '',
  purchasePrice: '',
  categoryId: '',
  stock: '',
  barcode: '',
  contentMl: '',
  contentGrams: '',
  shippingCost: 0,
  weight: '',
  length: '',
  width: '',
  height: '',
  isActive: true,
  showShippingOptions: true,
  showCommentsField: false,
  hygieneSealed: false,
  hasSexualContent: false,
  taxClass: 'STANDARD',
  cause: 'COUNTED',
  reason: '',
}

const text = (value: number | null): string => (value === null ? '' : String(value))

/** The fields that an answer leaves out when they are empty. */
type OptionalField = 'purchasePrice' | 'barcode' | 'contentMl' | 'contentGrams'

/** Fills the form with a product. */
export const toProductFormInput = (
  product: Omit<ProductFormOutput, keyof StockChangeReason | OptionalField> &
    Partial<Pick<ProductFormOutput, OptionalField>>,
): ProductFormInput => ({
  ...emptyProductForm,
  name: product.name,
  sku: product.sku,
  description: product.description,
  price: formatEuroInput(product.price),
  purchasePrice: product.purchasePrice === undefined ? '' : formatEuroInput(product.purchasePrice),
  categoryId: product.categoryId,
  stock: String(product.stock),
  barcode: product.barcode ?? '',
  contentMl: text(product.contentMl ?? null),
  contentGrams: text(product.contentGrams ?? null),
  shippingCost: product.shippingCost,
  weight: product.weight === 0 ? '' : String(product.weight),
  length: text(product.length),
  width: text(product.width),
  height: text(product.height),
  isActive: product.isActive,
  showShippingOptions: product.showShippingOptions,
  showCommentsField: product.showCommentsField,
  hygieneSealed: product.hygieneSealed,
  hasSexualContent: product.hasSexualContent,
  taxClass: product.taxClass,
})

/** The fields in which two admins' edits can conflict, with their labels. */
export const productFieldNames: Record<keyof NewProduct, string> = {
  name: 'Naam',
  sku: 'SKU',
  description: 'Beschrijving',
  price: 'Prijs',
  purchasePrice: 'Inkoopprijs',
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
  hasSexualContent: 'Seksuele inhoud',
  taxClass: 'Btw-soort',
  barcode: 'Barcode',
  contentMl: 'Inhoud in ml',
  contentGrams: 'Inhoud in gram',
}
const editableFields = keysOf(productFieldNames)
export type EditableField = keyof NewProduct
export type EditableProduct = Pick<AdminProduct, EditableField>

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** The fields that differ. */
export const changedFields = (before: EditableProduct, after: EditableProduct): Partial<EditableProduct> =>
  Object.fromEntries(
    editableFields
      .filter(name => !isSame(before[name], after[name]))
      .map(name => [name, after[name] ?? null]),
  )

export interface FieldDifference {
  name: EditableField
  /** Whether both changed it, to different values. */
  isConflict: boolean
}

/**
 * The fields that another admin changed since I opened the product, except those that I set to the same value. The
 * stock changes with every sale: it counts only where I changed it too.
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

/** My version, with theirs for the given fields, and the present stock unless I changed it. */
export const mergeFields = (
  was: EditableProduct,
  mine: EditableProduct,
  theirs: EditableProduct,
  theirFields: readonly EditableField[],
): EditableProduct => ({
  ...mine,
  stock: mine.stock === was.stock ? theirs.stock : mine.stock,
  ...Object.fromEntries(theirFields.map(name => [name, theirs[name]])),
})
