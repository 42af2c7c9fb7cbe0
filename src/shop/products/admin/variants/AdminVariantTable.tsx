// Keys and pasted cells bubble up from the inputs of the cells.
/* oxlint-disable jsx-a11y/no-noninteractive-element-interactions */
import { type ClipboardEvent, type KeyboardEvent, useRef } from 'react'
import { cn } from '../../../../ui/components/cn.ts'
import { AdminVariantRow, columns, type GridEdit } from './AdminVariantRow.tsx'
import { gridColumns, type GridRow, parseCells, pasteCells } from './grid.rules.ts'

interface AdminVariantTableProps {
  rows: GridRow[]
  /** By field: `variants.3.price`. */
  errors: Record<string, string>
  /** The price of variants without a price of their own. */
  productPrice: string
  /** The purchase price of variants without one of their own. */
  productPurchasePrice: string
  edit: GridEdit
  onPictures: (row: GridRow) => void
}

/** The cells that arrow keys reach, in order. */
const reached = [...gridColumns, 'isActive'] as const

/** The variants as a sheet: arrow keys and Enter go from cell to cell, and cells copied from a spreadsheet fill several. */
export function AdminVariantTable({ rows, errors, edit, ...others }: AdminVariantTableProps) {
  const table = useRef<HTMLTableElement>(null)
  return (
    <div className="relative -mx-6 overflow-x-auto border-y border-line">
      <table
        ref={table}
        onKeyDown={event => moveByKey(event, table.current)}
        onPaste={event => pasteInto(event, edit)}
        className="figures w-full border-separate border-spacing-0 text-left text-small"
      >
        <caption className="sr-only">Varianten: pijltjes en Enter gaan van cel naar cel</caption>
        <Head />
        <tbody>
          {rows.map((row, index) => (
            <AdminVariantRow
              key={row.key}
              row={row}
              index={index}
              errors={errorsOf(errors, index)}
              edit={edit}
              {...others}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

const Head = () => (
  <thead className="text-ink-soft">
    <tr>
      <th
        scope="col"
        className="sticky left-0 z-1 border-b border-line bg-surface py-2.5 pr-3 pl-6 font-medium shadow-[1px_0_0_var(--color-line)]"
      >
        Variant
      </th>
      {gridColumns.map(column => (
        <th key={column} scope="col" className={cn(headClass, columns[column].width)}>
          {columns[column].name}
        </th>
      ))}
      <th scope="col" className={headClass}>
        Actief
      </th>
      <th scope="col" className={headClass}>
        Foto’s
      </th>
      <th scope="col" className="border-b border-line py-2.5 pr-6">
        <span className="sr-only">Verwijderen</span>
      </th>
    </tr>
  </thead>
)

const headClass = 'border-b border-l border-line px-3 py-2.5 font-medium whitespace-nowrap'

function moveByKey(event: KeyboardEvent, table: HTMLTableElement | null): void {
  const place = placeOf(event.target)
  const step = place && stepOf(event)
  if (!step) return
  const [down, right] = step
  const column = reached[reached.indexOf(place.column) + right]
  const cell = table?.querySelector<HTMLInputElement>(`[data-cell="${place.row + down} ${column}"]`)
  cell?.focus()
  // Enter in the last row stays there, and saves nothing.
  if (cell || event.key === 'Enter') event.preventDefault()
}

/** Several cells of a spreadsheet go into several cells; a single one is pasted as text is. */
function pasteInto(event: ClipboardEvent, edit: GridEdit): void {
  const place = placeOf(event.target)
  const column = gridColumns.find(name => name === place?.column)
  const cells = parseCells(event.clipboardData.getData('text/plain'))
  if (!place || !column || (cells.length === 1 && cells[0]?.length === 1)) return
  event.preventDefault()
  edit(grid => pasteCells(grid, place.row, column, cells))
}

/** The place of a cell; undefined for another element. */
function placeOf(target: EventTarget): { row: number; column: (typeof reached)[number] } | undefined {
  const [row, name] = target instanceof HTMLInputElement ? (target.dataset['cell']?.split(' ') ?? []) : []
  const column = reached.find(each => each === name)
  return column && { row: Number(row), column }
}

/** Where a key leads to, as rows and columns; to the side only from the edge of the text, or when all of it is selected. */
function stepOf({ key, shiftKey, target }: KeyboardEvent): [down: number, right: number] | undefined {
  if (key === 'Enter') return [shiftKey ? -1 : 1, 0]
  if (key === 'ArrowDown') return [1, 0]
  if (key === 'ArrowUp') return [-1, 0]
  const { type, value, selectionStart: start, selectionEnd: end } = target as HTMLInputElement
  const isText = type === 'text'
  const isAll = start === 0 && end === value.length
  if (key === 'ArrowLeft' && (!isText || isAll || end === 0)) return [0, -1]
  if (key === 'ArrowRight' && (!isText || isAll || start === value.length)) return [0, 1]
  return undefined
}

/** The errors of one row, by column, as text: a row whose text is the same is not drawn again. */
const errorsOf = (errors: Record<string, string>, index: number): string =>
  JSON.stringify(
    Object.entries(errors).flatMap(([field, message]) => {
      const start = `variants.${index}.`
      return field.startsWith(start) ? [[field.slice(start.length).replace(/\..*$/, ''), message]] : []
    }),
  )
