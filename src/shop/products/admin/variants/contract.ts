import { z } from 'zod'
import { ProductOption } from '../../catalog/contract.ts'
import { pictureUrlList } from '../../../pictures/admin/contract.ts'
import { endpoint } from '../../../../wire/endpoint.ts'
import { id, optionalText, requiredText } from '../../../../wire/fields.ts'
import { AdminProduct, NewProduct, purchasePrice, StockCause } from '../contract.ts'
import { barcode } from '../measures.contract.ts'

export const MAX_OPTIONS = 3
export const MAX_VARIANTS = 100

const { price, stock, weight, sku } = NewProduct.shape
const value = requiredText('Vul een waarde in.', 40)

const OptionInput = ProductOption.extend({
  name: requiredText('Vul een naam in, zoals maat.', 30)
    .toLowerCase()
    .regex(/^[^:]*$/, 'Gebruik geen dubbele punt.'),
  values: z
    .array(value)
    .min(1, 'Vul een waarde in.')
    .max(MAX_VARIANTS, `Kies hoogstens ${MAX_VARIANTS} waarden.`),
})

export const VariantInput = z.object({
  /** Left out: the variant with these values, or a new one. */
  id: z.guid().optional(),
  values: z.array(value).max(MAX_OPTIONS),
  /** Derived from the product's and the values when it is left out. */
  sku: sku.optional(),
  /** Cents; null: the product's. */
  price: price.nullable(),
  /** Cents, excl. VAT; null: the product's. Left out: unchanged. */
  purchasePrice: purchasePrice.nullish(),
  stock,
  /** The stock as it was read. Where `stock` equals it, it is not written; else STOCK_CHANGED when there is another by now. */
  stockSeen: z.int().optional(),
  /** Grams; null and left out: unchanged, or that of the product for a new one. */
  weight: weight.unwrap().nullish(),
  barcode: barcode.optional(),
  images: pictureUrlList.optional(),
  isActive: z.boolean(),
})
export type VariantInput = z.output<typeof VariantInput>

export const setProductVariants = endpoint('PUT /api/admin/products/:productId/variants', 'admin', {
  summary:
    'All options and variants of a product at once. A variant that is left out is erased, or taken off sale when it was ever ordered; without options it is an ordinary product again',
  input: z.object({
    productId: id,
    version: z.int(),
    options: z.array(OptionInput).max(MAX_OPTIONS, `Kies hoogstens ${MAX_OPTIONS} opties.`),
    variants: z.array(VariantInput).max(MAX_VARIANTS, `Kies hoogstens ${MAX_VARIANTS} varianten.`),
    cause: StockCause.optional(),
    note: optionalText(200),
  }),
  output: AdminProduct,
  problems: [
    'INVALID_INPUT',
    'PRODUCT_CHANGED',
    'SKU_TAKEN',
    'STOCK_CHANGED',
    'STOCK_FROM_CODES',
    'STOCK_RESERVED',
  ],
})
export type VariantGrid = z.output<typeof setProductVariants.input>
