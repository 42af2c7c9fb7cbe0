// Keys and pasted cells bubble up from the inputs of the cells.
/* oxlint-disable jsx-a11y/no-noninteractive-element-interactions */
import { Image, X } from 'lucide-react'
import { type ClipboardEvent, type KeyboardEvent, memo, useRef } from 'react'
import { Checkbox } from '../../ui/components/Checkbox.tsx'
import { cn } from '../../ui/components/cn.ts'
import { IconButton } from '../../ui/components/IconButton.tsx'
import { ResponsiveImage } from '../../ui/components/ResponsiveImage.tsx'
import {
  changeRow,
  type GridColumn,
  gridColumns,
  type GridRow,
  parseCells,
  pasteCells,
  removeRow,
  type VariantGridForm,
} from './variantGrid.rules.ts'

type Edit = (change: (grid: VariantGridForm) => VariantGridForm) => void

interface AdminVariantTableProps {
  rows: GridRow[]
  /** By field: `variants.3.price`. */
  errors: Record<string, string>
  /** What variants without a price of their own cost. */
  productPrice: string
  edit: Edit
  onPictures: (row: GridRow) => void
}

const columns: Record<
  GridColumn,
  { name: string; width: string; inputMode?: 'decimal' | 'numeric'; most: number }
> = {
  sku: { name: 'SKU', width: 'min-w-44', most: 60 },
  price: { name: 'Prijs', width: 'min-w-26', inputMode: 'decimal', most: 12 },
  stock: { name: 'Voorraad', width: 'min-w-24', inputMode: 'numeric', most: 9 },
  weight: { name: 'Gewicht (g)', width: 'min-w-26', inputMode: 'numeric', most: 9 },
  barcode: { name: 'Barcode', width: 'min-w-40', inputMode: 'numeric', most: 50 },
}

/** The cells that arrow keys reach, in order. */
const reached = [...gridColumns, 'isActive'] as const

/** The variants as a sheet: arrow keys and Enter go from cell to cell, and what a spreadsheet copied fills several. */
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
            <Row
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
        className="sticky left-0 z-1 border-b border-line bg-surface py-2.5 pr-3 pl-6 font-medium"
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
function pasteInto(event: ClipboardEvent, edit: Edit): void {
  const place = placeOf(event.target)
  const column = gridColumns.find(name => name === place?.column)
  const cells = parseCells(event.clipboardData.getData('text/plain'))
  if (!place || !column || (cells.length === 1 && cells[0]?.length === 1)) return
  event.preventDefault()
  edit(grid => pasteCells(grid, place.row, column, cells))
}

/** Where a cell is; undefined for what is no cell. */
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

/** Those of one row, by column, as text: a row whose text is the same is not drawn again. */
const errorsOf = (errors: Record<string, string>, index: number): string =>
  JSON.stringify(
    Object.entries(errors).flatMap(([field, message]) => {
      const start = `variants.${index}.`
      return field.startsWith(start) ? [[field.slice(start.length).replace(/\..*$/, ''), message]] : []
    }),
  )

interface RowProps {
  row: GridRow
  index: number
  errors: string
  productPrice: string
  edit: Edit
  onPictures: (row: GridRow) => void
}

const Row = memo(({ row, index, errors: written, productPrice, edit, onPictures }: RowProps) => {
  const errors: Record<string, string> = Object.fromEntries(JSON.parse(written) as [string, string][])
  const name = row.values.filter(value => value !== '').join(', ')
  const rowError = errors['values'] ?? errors['id'] ?? errors['images']
  return (
    <tr className="group">
      <th
        scope="row"
        className="sticky left-0 z-1 min-w-30 border-b border-line bg-surface py-1.5 pr-3 pl-6 font-medium wrap-anywhere group-last:border-b-0 sm:min-w-40"
      >
        <span className={cn(!row.isActive && 'text-ink-faint')}>{name}</span>
        {rowError && (
          <span role="alert" className="block text-tiny font-medium text-danger">
            {rowError}
          </span>
        )}
      </th>
      {gridColumns.map(column => (
        <Cell
          key={column}
          row={row}
          index={index}
          column={column}
          label={`${columns[column].name}: ${name}`}
          placeholder={column === 'price' ? productPrice : ''}
          error={errors[column]}
          edit={edit}
        />
      ))}
      <ActiveCell row={row} index={index} name={name} edit={edit} />
      <PicturesCell picture={row.images[0]} name={name} onPress={() => onPictures(row)} />
      <td className="border-b border-line pr-4 pl-1 group-last:border-b-0">
        <IconButton
          icon={X}
          label={`Verwijder ${name}`}
          className="text-ink-faint hover:text-ink"
          onClick={() => edit(grid => removeRow(grid, row.key))}
        />
      </td>
    </tr>
  )
})

type ActiveCellProps = Pick<RowProps, 'row' | 'index' | 'edit'> & { name: string }

const ActiveCell = ({ row, index, name, edit }: ActiveCellProps) => (
  // oxlint-disable-next-line jsx-a11y/control-has-associated-label -- the checkbox has one
  <td className="border-b border-l border-line px-3 group-last:border-b-0">
    <Checkbox
      data-cell={`${index} isActive`}
      checked={row.isActive}
      onChange={event => {
        const isActive = event.target.checked
        edit(grid => changeRow(grid, row.key, { isActive }))
      }}
      className="[&>label]:min-h-11 [&>label]:items-center [&>label>span]:mt-0"
    >
      <span className="sr-only">Actief: {name}</span>
    </Checkbox>
  </td>
)

interface PicturesCellProps {
  /** The first of its own. */
  picture: string | undefined
  name: string
  onPress: () => void
}

const PicturesCell = ({ picture, name, onPress }: PicturesCellProps) => (
  <td className="border-b border-l border-line px-3 group-last:border-b-0">
    <button
      type="button"
      aria-label={`Foto’s: ${name}`}
      onClick={onPress}
      className="grid size-11 place-items-center rounded-inner text-ink-faint transition-colors hover:bg-ink/6 hover:text-ink"
    >
      {picture ? (
        <ResponsiveImage src={picture} alt="" sizes="32px" className="w-8 rounded-inner" />
      ) : (
        <Image className="size-5" strokeWidth={1.5} aria-hidden />
      )}
    </button>
  </td>
)

interface CellProps extends Pick<RowProps, 'row' | 'index' | 'edit'> {
  column: GridColumn
  label: string
  placeholder: string
  error: string | undefined
}

const Cell = ({ row, index, column, label, placeholder, error, edit }: CellProps) => {
  const errorId = `variant-${index}-${column}`
  const { inputMode, most } = columns[column]
  return (
    <td
      className={cn(
        'border-b border-l border-line p-0 align-top group-last:border-b-0 focus-within:bg-accent-soft',
        error && 'bg-danger-soft',
      )}
    >
      <input
        data-cell={`${index} ${column}`}
        aria-label={label}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? errorId : undefined}
        autoComplete="off"
        {...(inputMode && { inputMode })}
        maxLength={most}
        placeholder={placeholder || (column === 'sku' && row.id === null ? 'vanzelf' : '')}
        value={row[column]}
        onFocus={event => event.target.select()}
        onChange={event => {
          const text = event.target.value
          edit(grid => changeRow(grid, row.key, { [column]: text }))
        }}
        className="h-14 w-full bg-transparent px-3 text-small text-ink outline-none max-md:text-base placeholder:text-ink-faint focus-visible:inset-ring-2 focus-visible:inset-ring-accent-text"
      />
      {error && (
        <p id={errorId} role="alert" className="px-3 pb-2 text-tiny font-medium text-danger">
          {error}
        </p>
      )}
    </td>
  )
}
