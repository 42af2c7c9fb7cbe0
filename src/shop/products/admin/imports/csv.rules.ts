import type { FileField, LineError, LineField, LineValues, LineValue } from '../bulk/contract.ts'
import { readers, storageError, type CsvCellKind, type CsvReferences } from './csvCells.rules.ts'
import {
  centimetresPer,
  exportColumns,
  gramsPer,
  headings,
  sizeUnitNames,
  weightUnitNames,
  type CsvColumn,
  type CsvHeader,
} from './csvHeadings.rules.ts'
import { readState } from './csvState.rules.ts'
import { escapeHtml } from './htmlText.rules.ts'
import { safetyCells } from './csvSafety.rules.ts'
import type { ProductOption } from '../../catalog/contract.ts'
import { formatOptions, OPTIONS_COLUMN, PARENT_COLUMN, parseOptions } from './csvVariants.rules.ts'
import type { ProductSnapshot } from '../bulk/rules.ts'
import { taxClassWords } from '../../../../money/vat/labels.rules.ts'
import { NewProduct } from '../contract.ts'

/** Required for a new product. */
const requiredColumns: readonly LineField[] = ['name', 'categoryId', 'price', 'stock']

const requiredOfVariant: readonly LineField[] = ['stock']

/** The text that a spreadsheet reads as the beginning of a formula, full-width forms included, or as a number such as `24E+8`. */
const formula = /^'*(?:[=+\-@＝＋－＠\t\r\n]|\d+(?:[.,]\d+)?E[+-]?\d+$)/i

/**
 * Puts an apostrophe before a text that looks like a formula. Source: OWASP, CSV Injection. `unescapeFormula` restores any text
 * exactly.
 */
export const escapeFormula = (text: string): string => (formula.test(text) ? `'${text}` : text)
export const unescapeFormula = (cell: string): string =>
  cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell

type Exported = ProductSnapshot & {
  sku: string
  categorySlug: string
  parentSku: string | null
  parentOptions: ProductOption[] | null
  optionValues: string[]
  followsPrice: boolean
}

/** The cells of a product; numbers in Dutch notation. `operators`: the file's name of each manufacturer. */
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
  if (kinds[name] === 'barcode') return escapeFormula(String(value).replace(/^'/, "''"))
  if (typeof value === 'string') return escapeFormula(escapeHtml(value))
  return kinds[name].startsWith('cents') ? (value / 100).toFixed(2).replace('.', ',') : String(value)
}

export interface ParsedCsvLine {
  sku: string
  values: LineValues
  errors: LineError[]
}

/** Parses a line; each invalid cell gives an error with its column. */
export function parseCsvLine(
  { columns: names, titles, factors }: CsvHeader,
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
    if (name === 'sku') readSku(line, cells[at] ?? '')
    // A cell that a variant leaves empty has the value of its product.
    else if (!name || name === 'parentSku' || name === 'options' || (isVariant && cell === '')) continue
    // A line with a wrong number of cells gets that one error.
    else if (cells.length !== names.length) continue
    else if (name === 'isActive' || name === 'isHidden') addState(line, name, cell, titles[at] ?? '')
    else if (name === 'weightUnit' || name === 'sizeUnit') continue
    else {
      const unit = name === 'stockSeen' || factors[name] !== undefined ? undefined : unitColumns[name]
      if (unit && names.includes(unit.column))
        readInUnit(line, name as FileField, cell, { ...unit, called: cellOfColumn(unit.column) }, known)
      else readCell(line, name, cell, known, name === 'stockSeen' ? 1 : factors[name])
    }
  }
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

function readSku(line: ParsedCsvLine, cell: string): void {
  line.sku = unescapeFormula(cell).trim()
  const wrong = validateSku(line.sku, cell.trim())
  if (wrong) line.errors.unshift({ column: headings.sku, message: wrong })
}

/** @param cell with an apostrophe where our export, or its author, marks it as text */
function validateSku(sku: string, cell: string): string | null {
  if (/^\d+([.,]\d+)?E\+\d+$/i.test(cell))
    return 'Een rekenblad heeft deze SKU als getal geschreven. Maak van de kolom SKU tekst.'
  return NewProduct.shape.sku.safeParse(sku).error?.issues[0]?.message ?? storageError(sku)
}

/** Of several columns that say whether a product is on sale, one is enough to keep it off. */
function addState(line: ParsedCsvLine, name: 'isActive' | 'isHidden', cell: string, title: string): void {
  const isOnSale = readState(name, cell)
  if (isOnSale === null) line.errors.push({ column: title, message: 'Schrijf ja of nee.' })
  else line.values.isActive = isOnSale && line.values.isActive !== false
}

interface UnitOfMeasure {
  column: CsvColumn
  /** How many of our units each is. */
  per: ReadonlyMap<string, number>
  names: string
  of: string
}
const sizeUnit: UnitOfMeasure = {
  column: 'sizeUnit',
  per: centimetresPer,
  names: sizeUnitNames,
  of: 'deze maat',
}
/** The column with the unit of a measure whose own heading has none. */
const unitColumns: Partial<Record<FileField, UnitOfMeasure>> = {
  weight: { column: 'weightUnit', per: gramsPer, names: weightUnitNames, of: 'dit gewicht' },
  length: sizeUnit,
  width: sizeUnit,
  height: sizeUnit,
}

/** In the unit that its line names. */
function readInUnit(
  line: ParsedCsvLine,
  name: FileField,
  cell: string,
  { per, names, of, called }: UnitOfMeasure & { called: string },
  known: CsvReferences,
): void {
  const factor = per.get(called.toLowerCase())
  if (factor !== undefined || cell === '') readCell(line, name, cell, known, factor)
  else
    line.errors.push({
      column: headings[name],
      message: `We kennen de eenheid ${called || `van ${of}`} niet. Gebruik ${names}.`,
    })
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
  hasSexualContent: 'flag',
  taxClass: 'taxClass',
  weight: 'whole',
  length: 'measure',
  width: 'measure',
  height: 'measure',
  barcode: 'barcode',
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
  factor = 1,
): void {
  const read = readers[kinds[name]](cell, known, factor)
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
