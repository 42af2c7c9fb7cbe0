import { taxClassLabels, taxClassWords } from '../../../../money/vat/labels.rules.ts'
import { keysOf } from '../../../../wire/records.ts'
import type { LineValue } from '../bulk/contract.ts'
import { readFlag } from './csvState.rules.ts'
import { htmlToText } from './htmlText.rules.ts'

/** Ids by their names in a file, in lower case; null for a name that two have. */
export type IdsByName = ReadonlyMap<string, string | null>

const nameKey = (name: string): string => name.trim().toLowerCase()

function indexByName(named: { id: string; name: string }[]): Map<string, string | null> {
  const ids = new Map<string, string | null>()
  for (const { id, name } of named) ids.set(nameKey(name), ids.has(nameKey(name)) ? null : id)
  return ids
}

/** By slug and by name. */
export function indexCategoryIds(categories: { id: string; name: string; slug: string }[]): IdsByName {
  const ids = indexByName(categories)
  for (const { id, slug } of categories) ids.set(slug, id)
  return ids
}

/** By id and by name. */
export function indexOperatorIds(operators: { id: string; name: string }[]): IdsByName {
  const ids = indexByName(operators)
  for (const { id } of operators) ids.set(id, id)
  return ids
}

/** The name of each operator in an export: its name, or its id where another one has that name. */
export function operatorReferences(operators: { id: string; name: string }[]): ReadonlyMap<string, string> {
  const ids = indexByName(operators)
  return new Map(operators.map(({ id, name }) => [id, ids.get(nameKey(name)) === null ? id : name]))
}

/** The names that the cells of a file refer to. */
export interface CsvReferences {
  categories: IdsByName
  operators: IdsByName
}

/** How a cell is read; an empty note, purchase price or operator is none. */
export type CsvCellKind =
  | 'text'
  | 'note'
  | 'barcode'
  | 'cents'
  | 'centsOrNone'
  | 'whole'
  | 'measure'
  | 'flag'
  | 'category'
  | 'taxClass'
  | 'operator'

type CellResult = { value: LineValue } | { wrong: string }
const cellError = (message: string): CellResult => ({ wrong: message })

/** @param factor how many of our units one of the cell's is */
type CellReader = (cell: string, known: CsvReferences, factor: number) => CellResult

export const readers: Record<CsvCellKind, CellReader> = {
  text: cell => ({ value: htmlToText(cell) }),
  note: cell => ({ value: htmlToText(cell) || null }),
  // Other shops put an apostrophe before it, so that a spreadsheet reads a text.
  barcode: cell => ({ value: cell.replace(/^'/, '') }),
  cents: cell => readCents(cell),
  centsOrNone: cell => (cell === '' ? { value: null } : readCents(cell)),
  whole: (cell, _, factor) => parseMeasure(cell, factor),
  measure: (cell, _, factor) => (cell === '' ? { value: null } : parseMeasure(cell, factor)),
  flag: cell => {
    const value = readFlag(cell)
    return value === null ? cellError('Schrijf ja of nee.') : { value }
  },
  taxClass: cell => {
    const word = cell.toLowerCase()
    const found = keysOf(taxClassWords).find(name =>
      [name, taxClassWords[name], taxClassLabels[name]].some(text => text.toLowerCase() === word),
    )
    return found
      ? { value: found }
      : cellError(
          `Schrijf ${Object.values(taxClassWords)
            .join(', ')
            .replace(/, (?=[^,]*$)/, ' of ')}.`,
        )
  },
  category: (cell, { categories }) => {
    if (cell === '') return cellError('Vul een categorie in.')
    const found = categories.get(cell.toLowerCase())
    if (found) return { value: found }
    return cellError(
      found === null
        ? `Er zijn meer categorieën met de naam ${cell}. Schrijf het adres ervan.`
        : `We kennen geen categorie ${cell}.`,
    )
  },
  operator: (cell, { operators }) => {
    if (cell === '') return { value: null }
    const found = operators.get(nameKey(cell))
    if (found) return { value: found }
    return cellError(
      found === null
        ? `Er zijn er meer met de naam ${cell}. Geef ze eerst elk een eigen naam.`
        : `We kennen geen fabrikant of vertegenwoordiger ${cell}. Voeg die eerst toe bij een product.`,
    )
  },
}

function readCents(cell: string): CellResult {
  const cents = parseCents(cell)
  return typeof cents === 'number' ? { value: cents } : cellError(cents)
}

/**
 * Parses `12`, and in another unit than ours also `1,5`. A single separator before three digits is ambiguous, and refused, as it is in amounts.
 * @param factor how many of our units one of the cell's is
 */
function parseMeasure(cell: string, factor: number): CellResult {
  const [, whole = '', rest = ''] = /^([1-9]\d{0,2})[.,](\d{3})$/.exec(cell) ?? []
  if (whole)
    return cellError(`Schrijf ${cell} als ${whole}${rest} of als ${`${whole},${rest}`.replace(/,?0+$/, '')}.`)
  const plain = /^\d{1,3}(\.\d{3}){2,}$/.test(cell) ? cell.replaceAll('.', '') : cell
  if (factor === 1)
    return /^\d{1,9}$/.test(plain) ? { value: Number(plain) } : cellError('Schrijf een heel getal vanaf 0.')
  if (!/^\d{1,9}(?:[.,]\d{1,6})?$/.test(plain)) return cellError('Schrijf een getal vanaf 0, zoals 1,5.')
  const amount = Number(plain.replace(',', '.')) * factor
  return { value: amount === 0 ? 0 : Math.max(1, Math.round(amount)) }
}

/**
 * Parses `14,95`, `14.95`, `1.495,00` or `€ 14`. A single separator before three digits is ambiguous, and refused.
 * @returns cents, or an error message
 */
export function parseCents(cell: string): number | string {
  const text = cell.replace(/^€\s*/, '').replaceAll(/[\s\u00A0\u202F]/g, '')
  const none = 'Schrijf een bedrag, zoals 14,95.'
  if (/^\d{1,3}[.,]\d{3}$/.test(text))
    return `Schrijf ${text} zonder punt of met centen erbij, zoals 1495 of 14,95.`
  const match =
    /^(\d{1,3}(?:\.\d{3})+|\d{1,9})(?:,(\d{1,2}))?$|^(\d{1,3}(?:,\d{3})+|\d{1,9})(?:\.(\d{1,2}))?$/.exec(text)
  if (!match) return none
  const euros = (match[1] ?? match[3] ?? '').replaceAll(/[.,]/g, '')
  const cents = (match[2] ?? match[4] ?? '').padEnd(2, '0')
  return Number(euros) * 100 + Number(cents)
}

export const storageError = (text: string): string | null =>
  text.includes('\0') || !text.isWellFormed() ? 'Hier staan tekens in die we niet kunnen bewaren.' : null
