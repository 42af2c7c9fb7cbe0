import { z } from 'zod'
import { endpoint } from '../../../../wire/endpoint.ts'
import { id, dateTime, optionalText, pageFields } from '../../../../wire/fields.ts'
import { NewProduct, ProductListInput, purchasePrice, salePeriodFields, StockCause } from '../contract.ts'

/** How a computed price is rounded; halves go up. */
export const Rounding = z.enum(['CENT', 'FIVE_CENTS', 'NINETY_FIVE', 'EURO'])
export type Rounding = z.output<typeof Rounding>

const MOST_CENTS = 100_000_00
const MOST_PIECES = 1_000_000
const { price, stock } = NewProduct.shape
const basisPoints = z
  .int('Vul een percentage in, zoals 10 of -12,5.')
  .min(-10_000, 'Meer dan 100% kan er niet af.')
  .max(100_000, 'Hoogstens 1000% erbij.')
const why = { cause: StockCause, note: optionalText(200) }

/** One change, made to each of many products. */
export const BulkChange = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('PRICE_SET'), cents: price }),
  /** Hundredths of a percent: 1250 is 12.5 % more. */
  z.object({ kind: z.literal('PRICE_PERCENT'), basisPoints, rounding: Rounding }),
  z.object({
    kind: z.literal('PRICE_AMOUNT'),
    cents: z.int('Vul een bedrag in, zoals 1,50 of -2.').min(-MOST_CENTS).max(MOST_CENTS),
    rounding: Rounding,
  }),
  z.object({ kind: z.literal('PURCHASE_PRICE_SET'), cents: purchasePrice }),
  /** To the cent; a product without one stays without. */
  z.object({ kind: z.literal('PURCHASE_PRICE_PERCENT'), basisPoints }),
  z.object({ kind: z.literal('STOCK_SET'), stock, ...why }),
  z.object({
    kind: z.literal('STOCK_AMOUNT'),
    pieces: z.int('Vul een aantal in, zoals 5 of -3.').min(-MOST_PIECES).max(MOST_PIECES),
    ...why,
  }),
  z.object({ kind: z.literal('ACTIVE'), active: z.boolean() }),
  z.object({
    kind: z.literal('SALE'),
    /** Hundredths of a percent: 2000 is 20 % off. */
    basisPoints: z
      .int('Vul een percentage in, zoals 20.')
      .min(1, 'Vul een percentage in, zoals 20.')
      .max(9900, 'Hoogstens 99% eraf.'),
    rounding: Rounding,
    ...salePeriodFields,
  }),
  z.object({ kind: z.literal('SALE_END') }),
])
export type BulkChange = z.output<typeof BulkChange>

/** The fields of a product that a line can set; the names of their columns are in `labels.rules.ts`. */
export const lineFields = [
  'name',
  'description',
  'categoryId',
  'price',
  'purchasePrice',
  'shippingCost',
  'stock',
  'isActive',
  'showShippingOptions',
  'showCommentsField',
  'hygieneSealed',
  'hasSexualContent',
  'taxClass',
  'weight',
  'length',
  'width',
  'height',
  'barcode',
  'contentMl',
  'contentGrams',
] as const
export type LineField = (typeof lineFields)[number]

/** The fields of the safety information that a line can set, which is kept beside it. */
export const safetyFields = [
  'manufacturerId',
  'responsiblePersonId',
  'model',
  'warnings',
  'warningsFr',
  'materials',
  'radio',
  'battery',
] as const
export type SafetyField = (typeof safetyFields)[number]

const fileFields = [...lineFields, ...safetyFields] as const
export type FileField = (typeof fileFields)[number]

/** The fields that an edit of many products can change besides: not in a file, because a sale has times. */
export const bulkFields = [...fileFields, 'salePrice'] as const
export type BulkField = (typeof bulkFields)[number]
const LineValue = z.union([z.string(), z.number(), z.boolean(), z.null()])
export type LineValue = z.output<typeof LineValue>

/**
 * The values of a line of a file; `stockSeen` is the stock when the file was exported. A variant has the SKU of its product, and its
 * options as the file writes them.
 */
export type LineValues = Partial<Record<FileField | 'stockSeen', LineValue>> & {
  parentSku?: string
  options?: string
}

const LineChange = z.object({
  from: LineValue,
  to: LineValue,
  /** A stock that changes by the difference, so that sales in between still count. */
  isRelative: z.boolean().optional(),
})
export type LineChanges = Partial<Record<BulkField, z.output<typeof LineChange>>>

const LineError = z.object({
  /** The name of the column in the file; null for an error about the whole line. */
  column: z.string().nullable(),
  message: z.string(),
})
export type LineError = z.output<typeof LineError>

/** Before applying: CHANGE, NEW, SAME, REFUSED. After: DONE, ADDED, and MISSED for a change that had become impossible. */
export const BulkLineStatus = z.enum(['CHANGE', 'NEW', 'SAME', 'REFUSED', 'DONE', 'ADDED', 'MISSED'])
export type BulkLineStatus = z.output<typeof BulkLineStatus>

export const BulkEditState = z.enum(['CHECKING', 'READY', 'APPLYING', 'DONE', 'FAILED'])
export type BulkEditState = z.output<typeof BulkEditState>

export const BulkEdit = z.object({
  id,
  state: BulkEditState,
  /** Null for an import. */
  change: BulkChange.nullable(),
  fileName: z.string().nullable(),
  createdAt: dateTime,
  /** Columns of the file that are unknown to us. */
  ignored: z.array(z.string()),
  /** Why it failed, in Dutch. */
  problem: z.string().nullable(),
  /** Lines or products that were checked so far; while it is applied, those that are done. */
  done: z.int(),
  /** The total; 0 while it is not known yet. */
  total: z.int(),
  /** Lines per status; filled in once nothing runs. */
  counts: z.record(BulkLineStatus, z.int()),
})
export type BulkEdit = z.output<typeof BulkEdit>

export const BulkLine = z.object({
  line: z.int(),
  sku: z.string(),
  name: z.string(),
  productId: id.nullable(),
  verdict: BulkLineStatus,
  changes: z.partialRecord(z.enum(bulkFields), LineChange),
  errors: z.array(LineError),
})
export type BulkLine = z.output<typeof BulkLine>

/** Most products that can be selected one by one; a search has no limit. */
export const MAX_CHOSEN_PRODUCTS = 1000
const chosen = z.array(z.guid()).min(1, 'Kies minstens één product.').max(MAX_CHOSEN_PRODUCTS)

export const createBulkEdit = endpoint('POST /api/admin/bulk-edits', 'admin', {
  summary: 'Prepare one edit of many products, chosen or found; nothing changes before it is applied',
  input: z.object({
    productIds: chosen.optional(),
    /** All products that this finds, when `productIds` is left out. */
    search: ProductListInput.omit({ page: true, pageSize: true, sort: true }).optional(),
    change: BulkChange,
  }),
  output: BulkEdit,
})

/** Bytes. */
export const MAX_IMPORT_BYTES = 64 * 1024 * 1024
export const MAX_IMPORT_LINES = 200_000

/** The form fields beside the file. */
export const ImportOptions = z.object({
  /** Whether a line with an unknown SKU adds a product; it is an error otherwise. */
  addsNew: z.enum(['true', 'false']).default('false'),
  /** The cause of stock changes. */
  cause: StockCause.default('COUNTED'),
  note: optionalText(200),
})

export const importProducts = endpoint('POST /api/admin/product-imports', 'admin', {
  summary:
    'Prepare the import of a CSV file: multipart, the fields `addsNew` (true, false), `cause` and `note`, then `file`, up to 64 MB',
  output: BulkEdit,
  problems: ['INVALID_INPUT'],
})

const bulkId = z.object({ bulkId: z.guid() })

export const readBulkEdit = endpoint('GET /api/admin/bulk-edits/:bulkId', 'admin', {
  summary: 'How far a bulk edit or an import is',
  input: bulkId,
  output: BulkEdit,
})

export const listBulkLines = endpoint('GET /api/admin/bulk-edits/:bulkId/lines', 'admin', {
  summary: 'What becomes, or became, of each product or line',
  input: bulkId.extend({ verdict: BulkLineStatus, ...pageFields(25) }),
  output: z.array(BulkLine),
})

export const applyBulkEdit = endpoint('POST /api/admin/bulk-edits/:bulkId/apply', 'admin', {
  summary:
    'Do what the preview shows; a line of which the product changed meanwhile is left alone and says so',
  input: bulkId,
  output: BulkEdit,
  status: 200,
})

export const exportProducts = endpoint('GET /api/admin/products.csv', 'admin', {
  summary: 'The products that a search finds as CSV, fit for a spreadsheet and for the import',
  input: ProductListInput.omit({ page: true, pageSize: true, sort: true }),
  output: z.null(),
  sends: 'text/csv',
})
