import {
  lineFields,
  safetyFields,
  type FileField,
  type LineError,
  type LineField,
  type LineValues,
  type LineValue,
} from './bulk.contract.ts'
import { readers, storageError, type CsvCellKind, type CsvReferences } from './csvCells.rules.ts'
import { safetyCells } from './csvSafety.rules.ts'
import { columnNames } from './labels.rules.ts'
import type { ProductOption } from '../../shop/catalog/contract.ts'
import { formatOptions, OPTIONS_COLUMN, PARENT_COLUMN, parseOptions } from './csvVariants.rules.ts'
import type { ProductSnapshot } from './bulk.rules.ts'
import { taxClassWords } from '../../money/vat/labels.rules.ts'
import { NewProduct } from './contract.ts'

/** The SKU finds the product, the fields are set, `stockSeen` is the stock at export. */
const columns = ['sku', ...lineFields, 'parentSku', 'options', ...safetyFields, 'stockSeen'] as const
export type CsvColumn = (typeof columns)[number]

const headings: Record<CsvColumn, string> = {
  ...columnNames,
  sku: 'SKU',
  parentSku: PARENT_COLUMN,
  options: OPTIONS_COLUMN,
  stockSeen: 'Voorraad bij export',
}
/** The order of the columns in an export. */
const exportColumns: readonly CsvColumn[] = columns.flatMap(name =>
  name === 'stockSeen' ? [] : name === 'stock' ? [name, 'stockSeen'] : [name],
)

/** Required for a new product. */
const requiredColumns: readonly LineField[] = ['name', 'categoryId', 'price', 'stock']

const requiredOfVariant: readonly LineField[] = ['stock']

/** What a spreadsheet reads as the beginning of a formula, full-width forms included. */
const formula = /^'*[=+\-@＝＋－＠\t\r\n]/
const escapedFormula = /^'+[=+\-@＝＋－＠\t\r\n]/

/**
 * Puts an apostrophe before what looks like a formula. Source: OWASP, CSV Injection. `unescapeFormula` restores any text
 * exactly.
 */
export const escapeFormula = (text: string): string => (formula.test(text) ? `'${text}` : text)
export const unescapeFormula = (cell: string): string => (escapedFormula.test(cell) ? cell.slice(1) : cell)

export const csvHeadings = (): string[] => exportColumns.map(name => headings[name])

type Exported = ProductSnapshot & {
  sku: string
  categorySlug: string
  parentSku: string | null
  parentOptions: ProductOption[] | null
  optionValues: string[]
  followsPrice: boolean
}

/** The cells of a product; numbers in Dutch notation. `operators`: what the file calls each manufacturer. */
export const toCsvCells = (product: Exported, operators: ReadonlyMap<string, string>): string[] =>
  exportColumns.map(name => {
    if (name === 'sku') return escapeFormula(product.sku)
    if (name === 'parentSku') return escapeFormula(product.parentSku ?? '')
    if (name === 'options')
      return escapeFormula(formatOptions(product.parentOptions ?? [], product.optionValues))
    // A variant without a price of its own.
    if (name === 'price' && product.followsPrice) return ''
    if (name === 'categoryId') return product.categorySlug
    if (name === 'stockSeen') return String(product.stock)
    const value = product[name] ?? null
    if (kinds[name] === 'operator' && typeof value === 'string')
      return escapeFormula(operators.get(value) ?? value)
    return cellOf(name, value)
  })

function cellOf(name: FileField, value: LineValue): string {
  if (value === null) return ''
  if (typeof value === 'boolean') return value ? 'ja' : 'nee'
  if (kinds[name] === 'taxClass') return taxClassWords[value as keyof typeof taxClassWords]
  if (typeof value === 'string') return escapeFormula(value)
  return kinds[name].startsWith('cents') ? (value / 100).toFixed(2).replace('.', ',') : String(value)
}

/** The known columns by position, and the names of unknown ones. */
export interface CsvHeader {
  columns: (CsvColumn | null)[]
  ignored: string[]
}

const normalizeHeading = (heading: string): string =>
  heading
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/\(.*\)/, '')
    .replace(/[^\p{L}]/gu, '')
    .toLowerCase()

const byHeading = new Map<string, CsvColumn>(
  columns.flatMap(name => [
    [normalizeHeading(headings[name]), name],
    [normalizeHeading(name), name],
  ]),
)

/** Parses the first line. @returns an error message when the required columns are missing */
export function parseCsvHeader(cells: string[]): CsvHeader | string {
  const found = cells.map(cell => byHeading.get(normalizeHeading(unescapeFormula(cell))) ?? null)
  const twice = found.find((name, at) => name && found.indexOf(name) !== at)
  if (twice) return `De kolom ${headings[twice]} staat er twee keer in.`
  if (!found.includes('sku'))
    return 'De kolom SKU ontbreekt op de eerste regel. Daaraan herkennen we een product.'
  if (
    found.every(
      name =>
        name === null || name === 'sku' || name === 'stockSeen' || name === 'parentSku' || name === 'options',
    )
  )
    return 'Naast SKU is er geen kolom die we kennen, zoals Naam, Prijs of Voorraad.'
  const ignored = cells
    .filter((cell, at) => !found[at] && cell.trim() !== '')
    .map(cell => cell.trim().slice(0, 60))
  return { columns: found, ignored }
}

export interface ParsedCsvLine {
  sku: string
  values: LineValues
  errors: LineError[]
}

/** Parses a line; each invalid cell gives an error with its column. */
export function parseCsvLine(
  { columns: names }: CsvHeader,
  cells: string[],
  known: CsvReferences,
): ParsedCsvLine {
  const line: ParsedCsvLine = { sku: '', values: {}, errors: [] }
  if (cells.length !== names.length) {
    const message = `Deze regel heeft ${cells.length} cellen, en de eerste regel ${names.length}.`
    line.errors.push({ column: null, message })
  }
  const cellOfColumn = (name: CsvColumn) => unescapeFormula(cells[names.indexOf(name)] ?? '').trim()
  const isVariant = cellOfColumn('parentSku') !== ''
  if (isVariant || cellOfColumn('options') !== '')
    readVariant(line, cellOfColumn('parentSku'), cellOfColumn('options'))
  for (const [at, name] of names.entries()) {
    const cell = unescapeFormula(cells[at] ?? '').trim()
    if (name === 'sku') line.sku = cell
    // What a variant does not say, it has from its product.
    else if (name === 'parentSku' || name === 'options' || (isVariant && cell === '')) continue
    // A line with a wrong number of cells gets that one error.
    else if (name && cells.length === names.length) readCell(line, name, cell, known)
  }
  const wrong = validateSku(line.sku)
  if (wrong) line.errors.unshift({ column: headings.sku, message: wrong })
  return line
}

function readVariant(line: ParsedCsvLine, parentSku: string, options: string): void {
  const read = parseOptions(options)
  if (parentSku === '')
    line.errors.push({
      column: PARENT_COLUMN,
      message: 'Vul de SKU in van het product waarvan dit een variant is.',
    })
  if (typeof read === 'string') line.errors.push({ column: OPTIONS_COLUMN, message: read })
  Object.assign(line.values, { parentSku, options })
}

function validateSku(sku: string): string | null {
  if (/^\d+([.,]\d+)?E\+\d+$/i.test(sku))
    return 'Een rekenblad heeft deze SKU als getal geschreven. Maak van de kolom SKU tekst.'
  return NewProduct.shape.sku.safeParse(sku).error?.issues[0]?.message ?? storageError(sku)
}

const schemas = { ...NewProduct.shape, ...safetyCells }

const kinds: Record<FileField | 'stockSeen', CsvCellKind> = {
  name: 'text',
  description: 'text',
  categoryId: 'category',
  price: 'cents',
  purchasePrice: 'centsOrNone',
  shippingCost: 'cents',
  stock: 'whole',
  stockSeen: 'whole',
  isActive: 'flag',
  showShippingOptions: 'flag',
  showCommentsField: 'flag',
  hygieneSealed: 'flag',
  taxClass: 'taxClass',
  weight: 'whole',
  length: 'measure',
  width: 'measure',
  height: 'measure',
  barcode: 'text',
  contentMl: 'measure',
  contentGrams: 'measure',
  manufacturerId: 'operator',
  responsiblePersonId: 'operator',
  model: 'note',
  warnings: 'note',
  warningsFr: 'note',
  materials: 'note',
  radio: 'note',
  battery: 'note',
}

function readCell(
  line: ParsedCsvLine,
  name: FileField | 'stockSeen',
  cell: string,
  known: CsvReferences,
): void {
  const read = readers[kinds[name]](cell, known)
  const schema = schemas[name === 'stockSeen' ? 'stock' : name]
  if ('wrong' in read) line.errors.push({ column: headings[name], message: read.wrong })
  else {
    const parsed = schema.safeParse(read.value)
    const isText = kinds[name] === 'text' || kinds[name] === 'note'
    const message = parsed.error?.issues[0]?.message ?? (isText ? storageError(cell) : null)
    if (message) line.errors.push({ column: headings[name], message })
    else line.values[name] = parsed.data as LineValue
  }
}

/** Errors for the missing fields of a new product, except cells that already have an error. */
export const findMissingCells = (values: LineValues, errors: LineError[]): LineError[] =>
  (errors.some(({ column }) => column === null) ? [] : values.parentSku ? requiredOfVariant : requiredColumns)
    .filter(name => values[name] === undefined && !errors.some(({ column }) => column === headings[name]))
    .map(name => ({ column: headings[name], message: 'Voor een nieuw product is dit nodig.' }))
