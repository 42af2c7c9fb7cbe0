import { gridColumns, type GridRow, type VariantGridForm } from './grid.rules.ts'

const cells = [...gridColumns, 'isActive', 'images'] as const
type Cell = (typeof cells)[number]

export const cellNames: Record<Cell, string> = {
  sku: 'SKU',
  price: 'Prijs',
  purchasePrice: 'Inkoopprijs',
  stock: 'Voorraad',
  weight: 'Gewicht in gram',
  barcode: 'Barcode',
  isActive: 'Actief',
  images: 'Foto’s',
}

/** The changes that another admin made meanwhile, each side as text. */
export interface GridDifference {
  /** `shape` for the options and which variants there are; else the variant's id and the cell. */
  name: string
  label: string
  was: string
  theirs: string
  mine: string
  /** Whether both changed it, to different values. */
  isConflict: boolean
}

const SHAPE = 'shape'
const nameOf = (id: string, cell: Cell): string => `${id} ${cell}`

const shapeOf = ({ options, rows }: VariantGridForm): string =>
  JSON.stringify([options, rows.map(({ id, values }) => [id, values])])

const shapeText = ({ options, rows }: VariantGridForm): string =>
  [
    ...options.map(({ name, values }) => `${name}: ${values.join(', ')}`),
    rows.length === 1 ? '1 variant' : `${rows.length} varianten`,
  ].join('\n')

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

function cellText(row: GridRow, cell: Cell): string {
  if (cell === 'isActive') return row.isActive ? 'Ja' : 'Nee'
  if (cell === 'images') return row.images.length === 0 ? 'Die van het product' : String(row.images.length)
  return row[cell].trim() || 'Leeg'
}

const byId = ({ rows }: VariantGridForm) =>
  new Map(rows.flatMap(row => (row.id === null ? [] : [[row.id, row]])))

/**
 * The changes that another admin made since I opened the grid, except those that I made too. The stock changes with every sale:
 * its change counts only where I changed it too.
 */
export function compareGrids(
  was: VariantGridForm,
  theirs: VariantGridForm,
  mine: VariantGridForm,
): GridDifference[] {
  const differences: GridDifference[] = []
  if (shapeOf(was) !== shapeOf(theirs) && shapeOf(theirs) !== shapeOf(mine)) {
    const texts = { was: shapeText(was), theirs: shapeText(theirs), mine: shapeText(mine) }
    const isConflict = shapeOf(was) !== shapeOf(mine)
    differences.push({ name: SHAPE, label: 'Opties en varianten', ...texts, isConflict })
  }
  const [theirRows, myRows] = [byId(theirs), byId(mine)]
  for (const [id, row] of byId(was)) {
    const [their, my] = [theirRows.get(id), myRows.get(id)]
    if (!their || !my) continue
    for (const cell of cells) {
      if (isSame(row[cell], their[cell]) || isSame(their[cell], my[cell])) continue
      const isConflict = !isSame(row[cell], my[cell])
      if (cell === 'stock' && !isConflict) continue
      const texts = { was: cellText(row, cell), theirs: cellText(their, cell), mine: cellText(my, cell) }
      const label = `${row.values.join(', ')}: ${cellNames[cell].toLowerCase()}`
      differences.push({ name: nameOf(id, cell), label, ...texts, isConflict })
    }
  }
  return differences
}

/** My grid, with theirs for the differences that are named, and their value wherever I changed nothing. */
export function mergeGrids(
  was: VariantGridForm,
  mine: VariantGridForm,
  theirs: VariantGridForm,
  theirNames: readonly string[],
): VariantGridForm {
  const [wasRows, theirRows, myRows] = [byId(was), byId(theirs), byId(mine)]
  const hasTheirShape =
    theirNames.includes(SHAPE) || (shapeOf(was) === shapeOf(mine) && shapeOf(was) === shapeOf(theirs))
  const base = hasTheirShape ? theirs : mine
  const rows = base.rows.map(row => {
    const id = row.id ?? ''
    const [before, their, my] = [wasRows.get(id), theirRows.get(id), myRows.get(id)]
    if (!before || !their || !my) return row
    const isTheirs = (cell: Cell) => isSame(before[cell], my[cell]) || theirNames.includes(nameOf(id, cell))
    return { ...row, ...Object.fromEntries(cells.map(cell => [cell, (isTheirs(cell) ? their : my)[cell]])) }
  })
  return { options: base.options, rows }
}
