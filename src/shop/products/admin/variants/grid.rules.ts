import { formatEuroInput } from '../../../../wire/money.ts'
import type { AdminProductDetail, AdminVariant } from '../contract.ts'

/** The cells of a row that are typed, in the order of their columns. */
export const gridColumns = ['sku', 'price', 'purchasePrice', 'stock', 'weight', 'barcode'] as const
export type GridColumn = (typeof gridColumns)[number]

export interface GridOption {
  name: string
  values: string[]
}

/** A variant as text. */
export interface GridRow extends Record<GridColumn, string> {
  /** Stays the same while its values change. */
  key: string
  /** Null for a new one. */
  id: string | null
  /** One of each option; empty for an option without values. */
  values: string[]
  isActive: boolean
  /** Its own; none shows those of the product. */
  images: string[]
}

export interface VariantGridForm {
  options: GridOption[]
  rows: GridRow[]
}

const toRow = (variant: AdminVariant): GridRow => ({
  key: variant.id,
  id: variant.id,
  values: variant.values,
  sku: variant.sku,
  price: variant.price === null ? '' : formatEuroInput(variant.price),
  purchasePrice: variant.purchasePrice === null ? '' : formatEuroInput(variant.purchasePrice),
  stock: String(variant.stock),
  weight: variant.weight === 0 ? '' : String(variant.weight),
  barcode: variant.barcode ?? '',
  isActive: variant.isActive,
  images: variant.images,
})

export const toVariantGrid = ({
  options = [],
  variants = [],
}: Pick<AdminProductDetail, 'options' | 'variants'>): VariantGridForm => ({
  options,
  rows: variants.map(toRow),
})

const keyOf = (values: readonly string[]): string => JSON.stringify(values)

/** @param rows those that there are: its key is another */
function newRow(values: string[], rows: readonly GridRow[]): GridRow {
  let key = `new ${keyOf(values)}`
  while (rows.some(row => row.key === key)) key += '+'
  const empty = { sku: '', price: '', purchasePrice: '', stock: '0', weight: '', barcode: '' }
  return { key, id: null, values, ...empty, isActive: true, images: [] }
}

/** In the order of the options' values. */
function sorted({ options, rows }: VariantGridForm): VariantGridForm {
  const places = options.map(({ values }) => new Map(values.map((value, place) => [value, place])))
  const placeOf = (row: GridRow, option: number) => places[option]?.get(row.values[option] ?? '') ?? 0
  const compare = (one: GridRow, other: GridRow) =>
    places.map((_, option) => placeOf(one, option) - placeOf(other, option)).find(order => order !== 0) ?? 0
  return { options, rows: rows.toSorted(compare) }
}

/** Each combination of values once: the first row that has it. */
const withoutTwins = (rows: GridRow[]): GridRow[] =>
  [...new Map(rows.toReversed().map(row => [keyOf(row.values), row])).values()].toReversed()

const withOption = (grid: VariantGridForm, at: number, change: Partial<GridOption>): GridOption[] =>
  grid.options.map((option, index) => (index === at ? { ...option, ...change } : option))

export const addOption = ({ options, rows }: VariantGridForm, name: string): VariantGridForm => ({
  options: [...options, { name, values: [] }],
  rows: rows.map(row => ({ ...row, values: [...row.values, ''] })),
})

export const renameOption = (grid: VariantGridForm, at: number, name: string): VariantGridForm => ({
  ...grid,
  options: withOption(grid, at, { name }),
})

/** Rows that differ in this option only become one: the first of them. */
export function removeOption({ options, rows }: VariantGridForm, at: number): VariantGridForm {
  const left = options.toSpliced(at, 1)
  if (left.length === 0) return { options: [], rows: [] }
  return {
    options: left,
    rows: withoutTwins(rows.map(row => ({ ...row, values: row.values.toSpliced(at, 1) }))),
  }
}

const moved = <T>(all: readonly T[], from: number, to: number): T[] => {
  const rest = all.toSpliced(from, 1)
  return rest.toSpliced(to, 0, ...all.slice(from, from + 1))
}

export const moveOption = ({ options, rows }: VariantGridForm, from: number, to: number): VariantGridForm =>
  sorted({
    options: moved(options, from, to),
    rows: rows.map(row => ({ ...row, values: moved(row.values, from, to) })),
  })

/** Adds a value, with a row for each combination of the others; the first value of an option is given to all rows. */
export function addValue(grid: VariantGridForm, at: number, value: string): VariantGridForm {
  const option = grid.options[at]
  if (!option || option.values.includes(value)) return grid
  const options = withOption(grid, at, { values: [...option.values, value] })
  const withValue = (values: string[]) => values.with(at, value)
  if (option.values.length === 0 && grid.rows.length > 0)
    return sorted({ options, rows: grid.rows.map(row => ({ ...row, values: withValue(row.values) })) })
  const others =
    grid.rows.length > 0
      ? grid.rows.map(({ values }) => values)
      : // Also when all rows were removed, and the other options kept their values.
        missingCombinations({ options, rows: [] })
  const rows = [...grid.rows]
  const combinations = new Map(others.map(withValue).map(values => [keyOf(values), values]))
  for (const values of combinations.values()) rows.push(newRow(values, rows))
  return sorted({ options, rows })
}

/** `S, M; L` adds three. */
export const addValues = (grid: VariantGridForm, at: number, text: string): VariantGridForm =>
  text
    .split(/[,;\n\t]/)
    .map(value => value.trim())
    .filter(value => value !== '')
    .reduce((next, value) => addValue(next, at, value), grid)

/** Removes a value with its rows; the last value of an option leaves the rows without one. */
export function removeValue(grid: VariantGridForm, at: number, value: string): VariantGridForm {
  const left = grid.options[at]?.values.filter(other => other !== value) ?? []
  const options = withOption(grid, at, { values: left })
  if (left.length > 0) return { options, rows: grid.rows.filter(row => row.values[at] !== value) }
  if (options.every(({ values }) => values.length === 0)) return { options, rows: [] }
  return { options, rows: withoutTwins(grid.rows.map(row => ({ ...row, values: row.values.with(at, '') }))) }
}

export const moveValue = (grid: VariantGridForm, at: number, from: number, to: number): VariantGridForm =>
  sorted({
    ...grid,
    options: withOption(grid, at, { values: moved(grid.options[at]?.values ?? [], from, to) }),
  })

/** The combinations of values that have no row. */
export function missingCombinations({ options, rows }: VariantGridForm): string[][] {
  const used = options.map(({ values }) => (values.length > 0 ? values : ['']))
  const all = used.reduce<string[][]>(
    (combinations, values) => combinations.flatMap(start => values.map(value => [...start, value])),
    [[]],
  )
  const present = new Set(rows.map(({ values }) => keyOf(values)))
  return options.length === 0 ? [] : all.filter(values => !present.has(keyOf(values)))
}

export function addMissing(grid: VariantGridForm): VariantGridForm {
  const rows = [...grid.rows]
  for (const values of missingCombinations(grid)) rows.push(newRow(values, rows))
  return sorted({ ...grid, rows })
}

export const changeRow = (grid: VariantGridForm, key: string, change: Partial<GridRow>): VariantGridForm => ({
  ...grid,
  rows: grid.rows.map(row => (row.key === key ? { ...row, ...change } : row)),
})

export const removeRow = (grid: VariantGridForm, key: string): VariantGridForm => ({
  ...grid,
  rows: grid.rows.filter(row => row.key !== key),
})

/** The same text in a column of all rows. */
export const fillColumn = (grid: VariantGridForm, column: GridColumn, text: string): VariantGridForm => ({
  ...grid,
  rows: grid.rows.map(row => ({ ...row, [column]: text })),
})

/** The cells that a spreadsheet copies, as rows of cells. */
export const parseCells = (text: string): string[][] =>
  text
    .replace(/\r?\n$/, '')
    .split(/\r?\n/)
    .map(line => line.split('\t').map(cell => cell.trim()))

/** Fills cells from the given one on, to the right and down; cells that do not fit are left out. */
export function pasteCells(
  grid: VariantGridForm,
  fromRow: number,
  fromColumn: GridColumn,
  cells: readonly string[][],
): VariantGridForm {
  const first = gridColumns.indexOf(fromColumn)
  const rows = grid.rows.map((row, index) => {
    const pasted = cells[index - fromRow]
    if (!pasted) return row
    const change = pasted.map((cell, offset) => [gridColumns[first + offset], cell] as const)
    return { ...row, ...Object.fromEntries(change.filter(([column]) => column !== undefined)) }
  })
  return { ...grid, rows }
}
