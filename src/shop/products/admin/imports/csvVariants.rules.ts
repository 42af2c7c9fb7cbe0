import type { ProductOption } from '../../catalog/contract.ts'
import { sharedFields } from '../../variants/rules.ts'
import { safetyFields, type LineChanges, type LineError, type LineValues } from '../bulk/contract.ts'
import { columnNames } from '../labels.rules.ts'
import { MAX_OPTIONS, MAX_VARIANTS } from '../variants/contract.ts'
import { keyOf } from '../variants/rules.ts'

export const PARENT_COLUMN = 'Hoofdproduct'
export const OPTIONS_COLUMN = 'Opties'

/** The value of each option by name, in the order of the cell. */
export type OptionValues = [name: string, value: string][]

/** `maat: 38; kleur: rood`; a text with a semicolon, or with a quotation mark at its start, is in quotation marks. */
export const formatOptions = (options: readonly ProductOption[], values: readonly string[]): string =>
  options.map(({ name }, place) => `${quoted(name)}: ${quoted(values[place] ?? '')}`).join('; ')

const quoted = (text: string): string => (/;|^"/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
const unquoted = (text: string): string =>
  /^"(?:[^"]|"")*"$/.test(text) ? text.slice(1, -1).replaceAll('""', '"') : text
/** A quotation mark that is not closed before the next option is part of the text. */
const optionPair =
  /[\s;]*(?<name>"(?:[^"]|"")*"(?=\s*:)|[^:;]*):\s*(?<value>"(?:[^"]|"")*"(?=\s*(?:;|$))|[^;]*)(?:;|$)/gy

/** @returns an error message for a cell that can't be read */
export function parseOptions(cell: string): OptionValues | string {
  const found = [...cell.matchAll(optionPair)]
  const pairs = found.map(({ groups }): [string, string] => [
    unquoted(groups?.['name']?.trim() ?? '').toLowerCase(),
    unquoted(groups?.['value']?.trim() ?? ''),
  ])
  const rest = cell.slice(found.reduce((length, [pair]) => length + pair.length, 0))
  const names = pairs.map(([name]) => name)
  if (pairs.length === 0 || /[^\s;]/.test(rest) || pairs.some(([name, value]) => name === '' || value === ''))
    return 'Schrijf de opties als “maat: 38; kleur: rood”.'
  if (pairs.length > MAX_OPTIONS) return `Een product heeft hoogstens ${MAX_OPTIONS} opties.`
  if (pairs.some(([name, value]) => name.length > 30 || value.length > 40))
    return 'Een optie heeft hoogstens 30 tekens, en een waarde 40.'
  const twice = names.find((name, at) => names.indexOf(name) < at)
  return twice === undefined ? pairs : `De optie ${twice} staat er twee keer in.`
}

/** A line of a file that is a variant, in a family: a product and its variants. */
export interface VariantLine {
  line: number
  /** Refused, or with an error of its own. */
  isWrong: boolean
  isNew: boolean
  options: string
}

/** The product of a family: in the shop, in the file, or both. */
export interface FamilyParent {
  /** Of a product with variants, in the shop. */
  options: ProductOption[] | null
  /** The values of the variants that it has, as `keyOf` writes them. */
  taken: ReadonlySet<string>
  /** It is a variant itself. */
  isVariant: boolean
  /** The line of the file that adds it, when that is refused. */
  wrongLine: number | null
}

/**
 * The errors of the new lines of a family, by line. A family is added as a whole or not at all: with one wrong line, the others are
 * refused as well, and say which.
 */
export function findFamilyErrors(
  sku: string,
  parent: FamilyParent | null,
  lines: readonly VariantLine[],
): Map<number, LineError> {
  const errors = new Map<number, LineError>()
  const fresh = lines.filter(({ isNew }) => isNew)
  const refuse = (line: number, message: string, column: string | null = OPTIONS_COLUMN) =>
    errors.set(line, { column, message })
  if (parent === null || parent.isVariant || parent.wrongLine !== null) {
    const why =
      parent === null
        ? `We kennen geen product met SKU ${sku}, ook niet in dit bestand.`
        : parent.isVariant
          ? `${sku} is zelf een variant.`
          : `De regel van het hoofdproduct (${parent.wrongLine}) klopt niet.`
    for (const { line } of fresh) refuse(line, why, PARENT_COLUMN)
    return errors
  }
  const read = fresh.map(each => ({ ...each, values: parseOptions(each.options) }))
  const first = read.find(({ values }) => typeof values !== 'string')?.values as OptionValues | undefined
  const names = parent.options?.map(({ name }) => name) ?? (first ?? []).map(([name]) => name)
  const seen = new Map<string, number>()
  for (const { line, values } of read) {
    if (typeof values === 'string') continue
    const own = new Map(values)
    const missing = names.filter(name => !own.has(name))
    const unknown = [...own.keys()].filter(name => !names.includes(name))
    const key = keyOf(names.map(name => own.get(name) ?? ''))
    const twin = seen.get(key)
    if (missing.length > 0)
      refuse(line, `Hier ontbreekt ${missing.join(' en ')}: dit product heeft ${names.join(' en ')}.`)
    else if (unknown.length > 0)
      refuse(line, `Dit product heeft geen ${unknown.join(' en ')}, maar ${names.join(' en ')}.`)
    else if (twin !== undefined) refuse(line, `Deze variant staat ook op regel ${twin}.`)
    else if (parent.taken.has(key)) refuse(line, 'Dit product heeft deze variant al, met een andere SKU.')
    else seen.set(key, line)
  }
  if (parent.taken.size + seen.size > MAX_VARIANTS)
    for (const line of seen.values())
      refuse(line, `Een product heeft hoogstens ${MAX_VARIANTS} varianten.`, null)
  const wrong = fresh.find(({ line, isWrong }) => isWrong || errors.has(line))
  if (wrong)
    for (const { line, isWrong } of fresh)
      if (!isWrong && !errors.has(line))
        refuse(line, `Dit product komt er als geheel in, en regel ${wrong.line} klopt niet.`, null)
  return errors
}

/** The errors of a line about a product that is there: a variant, or a product with variants. */
export function findVariantErrors(
  { parentSku, options }: LineValues,
  changes: LineChanges,
  product: {
    parentId: string | null
    parentSku: string | null
    parentOptions: ProductOption[] | null
    optionValues: string[]
    options: ProductOption[] | null
  },
): LineError[] {
  const errors: LineError[] = []
  if (product.parentId === null) {
    if (parentSku)
      errors.push({
        column: PARENT_COLUMN,
        message: 'Deze SKU is al een product, en wordt geen variant. Neem een nieuwe.',
      })
    if (product.options !== null && changes.stock)
      errors.push({ column: columnNames.stock, message: 'Vul de voorraad in bij de varianten.' })
    return errors
  }
  if (parentSku && parentSku !== product.parentSku)
    errors.push({ column: PARENT_COLUMN, message: `Dit is een variant van ${product.parentSku}.` })
  const present = formatOptions(product.parentOptions ?? [], product.optionValues)
  const given = parseOptions(options || present)
  if (
    typeof given !== 'string' &&
    keyOf(given.flat().toSorted()) !== keyOf((parseOptions(present) as OptionValues).flat().toSorted())
  )
    errors.push({
      column: OPTIONS_COLUMN,
      message: `Dit is ${present}. Andere waarden krijgt een variant bij zijn product.`,
    })
  for (const name of ['name', ...sharedFields, ...safetyFields] as const)
    if (changes[name])
      errors.push({ column: columnNames[name], message: 'Dit heeft een variant van zijn product.' })
  return errors
}
