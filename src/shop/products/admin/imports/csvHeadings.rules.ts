import { lineFields, safetyFields, type FileField } from '../bulk/contract.ts'
import { OPTIONS_COLUMN, PARENT_COLUMN } from './csvVariants.rules.ts'
import { columnNames } from '../labels.rules.ts'
import { keysOf } from '../../../../wire/records.ts'
import { readStateHeading } from './csvState.rules.ts'

/** The SKU finds the product, the fields are set, `stockSeen` is the stock at export. */
const columns = ['sku', ...lineFields, 'parentSku', 'options', ...safetyFields, 'stockSeen'] as const
/** The columns of our own export, and three that other shops have. */
export type CsvColumn = (typeof columns)[number] | 'isHidden' | UnitColumn
type UnitColumn = 'weightUnit' | 'sizeUnit'

export const headings: Record<(typeof columns)[number], string> = {
  ...columnNames,
  sku: 'SKU',
  parentSku: PARENT_COLUMN,
  options: OPTIONS_COLUMN,
  stockSeen: 'Voorraad bij export',
}
/** The order of the columns in an export. */
export const exportColumns: readonly (typeof columns)[number][] = columns.flatMap(name =>
  name === 'stockSeen' ? [] : name === 'stock' ? [name, 'stockSeen'] : [name],
)
export const csvHeadings = (): string[] => exportColumns.map(name => headings[name])

/** The columns of a file, read from its first line. */
export interface CsvHeader {
  /** By position; null for an unknown one. */
  columns: (CsvColumn | null)[]
  /** The titles in the file. */
  titles: string[]
  /** Of a measure: how many of our units one of the file's is, such as 1000 grams. */
  factors: Partial<Record<FileField, number>>
  /** The names of unknown columns. */
  ignored: string[]
}

const lettersOf = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[^\p{L}]/gu, '')
    .toLowerCase()
const bracketed = /[([](.*)[)\]]/
const normalizeHeading = (heading: string): string => lettersOf(heading.replace(bracketed, ''))

const byHeading = new Map<string, CsvColumn>(
  columns.flatMap((name): [string, CsvColumn][] => [
    [normalizeHeading(headings[name]), name],
    [normalizeHeading(name), name],
  ]),
)

/** How many of our units each is. */
type Units = ReadonlyMap<string, number>
const units = (...each: [names: string, factor: number][]): Units =>
  new Map(each.flatMap(([names, factor]) => names.split(' ').map((name): [string, number] => [name, factor])))

export const gramsPer = units(
  ['g gr gram grams', 1],
  ['kg kilo kilogram kilograms', 1000],
  ['lb lbs pound pounds', 453.592_37],
  ['oz ounce ounces', 28.349_523],
)
export const centimetresPer = units(
  ['cm centimeter centimeters', 1],
  ['mm millimeter millimeters', 0.1],
  ['m meter meters', 100],
  ['in inch inches', 2.54],
)
const millilitresPer = units(['ml milliliter', 1], ['cl', 10], ['dl', 100], ['l liter litre', 1000])

export const weightUnitNames = 'g, kg, lbs of oz'
export const sizeUnitNames = 'mm, cm, m of in'
const measures: { name: FileField; called: string[]; per: Units; names: string }[] = [
  { name: 'weight', called: ['gewicht', 'weight'], per: gramsPer, names: weightUnitNames },
  ...(['length', 'width', 'height'] as const).map(name => ({
    name,
    called: [normalizeHeading(columnNames[name]), name],
    per: centimetresPer,
    names: sizeUnitNames,
  })),
  { name: 'contentMl', called: ['inhoud', 'content'], per: millilitresPer, names: 'ml, cl of l' },
  { name: 'contentGrams', called: ['inhoud', 'content'], per: gramsPer, names: weightUnitNames },
]

/** The text that may also stand in brackets after the name of a column of numbers. */
const euros = String.raw`(?:in )?(?:€|eur|euro(?:['’]?s)?)?[ ,]*`
const knownRemarks: Partial<Record<CsvColumn, RegExp>> = {
  price: new RegExp(String.raw`^${euros}(?:incl(?:usief|\.)? *(?:btw|vat))?$`, 'i'),
  purchasePrice: new RegExp(String.raw`^${euros}(?:excl?(?:usief|\.)? *(?:btw|vat))?$`, 'i'),
  shippingCost: new RegExp(`^${euros}$`, 'i'),
  stock: /^(?:stuks?|st\.?|aantal|pieces|pcs)$/i,
}

type ReadHeading = { name: CsvColumn | 'unit'; factor?: number } | { wrong: string } | null

/** The unit that a heading has, such as `Gewicht (kg)`, `length_mm` or `Inhoud in liter`, is read; an unknown one in brackets is refused. */
function readHeading(heading: string): ReadHeading {
  const letters = lettersOf(heading)
  for (const { name, called, per } of measures)
    for (const base of called) {
      if (!letters.startsWith(base)) continue
      const rest = letters.slice(base.length)
      const factor = per.get(rest) ?? per.get(rest.replace(/^in/, ''))
      if (factor !== undefined) return { name, factor }
    }
  const name = byHeading.get(normalizeHeading(heading))
  if (!name) return readUnitHeading(heading) ?? readStateHeading(heading)
  const remark = bracketed.exec(heading)?.[1]?.trim() ?? ''
  const measure = measures.find(each => each.name === name)
  if (remark === '' || (!measure && (knownRemarks[name]?.test(remark) ?? true))) return { name }
  return {
    wrong: measure
      ? `De kolom ${heading} heeft een eenheid die we niet kennen. Gebruik ${measure.names}.`
      : `We weten niet wat “${remark}” bij de kolom ${heading} betekent. ${remarkHints[name] ?? ''}`,
  }
}

const otherUnits =
  /price|prijs|verkoop|sale|bestel|order|stock|voorraad|pack|verpakking|aantal|inhoud|content/

/** A column of units, such as `Weight_Unit`, `Maateenheid` or `Eenheid`. That of a price or of an order is none of ours. */
function readUnitHeading(heading: string): ReadHeading {
  const letters = lettersOf(heading)
  if (!/(?:eenhe(?:id|den)|units?|uom)$|^(?:eenheid|unit(?!ed|y))/.test(letters)) return null
  if (otherUnits.test(letters)) return null
  if (/gewicht|weight/.test(letters)) return { name: 'weightUnit' }
  return {
    name: /maat|maten|afmeting|lengte|breedte|hoogte|size|dimension|length|width|height/.test(letters)
      ? 'sizeUnit'
      : 'unit',
  }
}

const remarkHints: Partial<Record<CsvColumn, string>> = {
  price: 'Geef de prijs in euro’s inclusief btw, en noem de kolom Prijs.',
  purchasePrice: 'Geef de inkoopprijs in euro’s exclusief btw, en noem de kolom Inkoopprijs.',
  shippingCost: 'Geef de kosten in euro’s, en noem de kolom Verzendkosten.',
  stock: 'Geef het aantal stuks, en noem de kolom Voorraad.',
}

/** The measures of a file to which a column of units belongs: those whose own heading has no unit. */
const measuresByUnit: Record<UnitColumn, readonly FileField[]> = {
  weightUnit: ['weight'],
  sizeUnit: ['length', 'width', 'height'],
}

/**
 * Decides of which measures a column such as `Eenheid` gives the unit. It gives none where every measure has its unit in its heading.
 * @returns an error message when it could belong to weights and to sizes
 */
function resolveUnits(
  found: (CsvColumn | 'unit' | null)[],
  titles: string[],
  factors: CsvHeader['factors'],
): (CsvColumn | null)[] | string {
  const title = titles[found.indexOf('unit')] ?? ''
  const open = keysOf(measuresByUnit).filter(
    unit =>
      !found.includes(unit) &&
      measuresByUnit[unit].some(name => found.includes(name) && factors[name] === undefined),
  )
  if (found.includes('unit') && open.length > 1)
    return `We weten niet of de kolom ${title} bij het gewicht of bij de maten hoort. Noem hem Gewichtseenheid of Maateenheid, of zet de eenheid in de kop, zoals Gewicht (kg).`
  return found.map(name => (name === 'unit' ? (open[0] ?? null) : name))
}

/** These alone say nothing of a product. */
const keyColumns = new Set<CsvColumn | null>([
  null,
  'sku',
  'stockSeen',
  'parentSku',
  'options',
  'weightUnit',
  'sizeUnit',
])

/** Parses the first line. @returns an error message when a required column is missing, or one can't be read */
export function parseCsvHeader(cells: string[]): CsvHeader | string {
  // A spreadsheet marks a text by an apostrophe.
  const titles = cells.map(cell => cell.trim().replace(/^'/, ''))
  const factors: CsvHeader['factors'] = {}
  const read: (CsvColumn | 'unit' | null)[] = []
  for (const title of titles) {
    const heading = readHeading(title)
    if (heading && 'wrong' in heading) return heading.wrong
    const name = heading?.name ?? null
    // Several columns may keep a product off sale.
    if (name && name !== 'isActive' && name !== 'isHidden' && read.includes(name))
      return `De kolom ${name in headings ? headings[name as keyof typeof headings] : title} staat er twee keer in.`
    if (heading?.factor !== undefined) factors[name as FileField] = heading.factor
    read.push(name)
  }
  const found = resolveUnits(read, titles, factors)
  if (typeof found === 'string') return found
  if (!found.includes('sku'))
    return 'De kolom SKU ontbreekt op de eerste regel. Daaraan herkennen we een product.'
  if (found.every(name => keyColumns.has(name)))
    return 'Naast SKU is er geen kolom die we kennen, zoals Naam, Prijs of Voorraad.'
  const ignored = titles.filter((title, at) => !found[at] && title !== '').map(title => title.slice(0, 60))
  return { columns: found, titles, factors, ignored }
}
