// Safari drops the table semantics when the display of its parts changes, as on a phone, so each part has its role.
/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role */
import type { ReactNode } from 'react'
import { Checkbox } from '../forms/Checkbox.tsx'
import type { RowSelection } from './rowSelection.ts'
import { cn } from '../components/cn.ts'
import { SortableHeader, type TableSorting } from './SortableHeader.tsx'

export interface TableColumn<Row> {
  name: string
  cell: (row: Row) => ReactNode
  /** The keys of its ascending and descending order; one of them, or both. */
  sorts?: { ascending?: string; descending?: string }
  /** Numbers are aligned to the right. */
  align?: 'end'
  /** On a phone a row is a card: its cells are stacked with their column names, unless they say otherwise. */
  phone?: 'unnamed' | 'hidden'
  className?: string
}

interface DataTableProps<Row> {
  /** The label for screen readers: "Bestellingen, de nieuwste eerst". */
  caption: string
  /** The first column is the header of the row. */
  columns: TableColumn<Row>[]
  rows: Row[]
  keyOf: (row: Row) => string
  sorting?: TableSorting
  /** Rows can be selected; `nameOf` labels their checkboxes. */
  selection?: { chosen: RowSelection; nameOf: (row: Row) => string }
  /** Old rows are shown while new ones are loading. */
  isStale?: boolean
  /** It may be wider than its place, with nothing in its cells that takes the focus: keys scroll it. */
  isWide?: boolean
}

/** A table of the back office: dense on a desktop, one card per row on a phone. The server sorts and paginates, by the URL. */
export function DataTable<Row>({
  caption,
  columns,
  rows,
  keyOf,
  sorting,
  selection: choice,
  isStale,
  isWide,
}: DataTableProps<Row>) {
  return (
    <div
      {...(isWide && { role: 'region', 'aria-label': caption, tabIndex: 0 })}
      className={cn(
        'relative overflow-x-auto rounded-card border border-line bg-surface transition-opacity',
        isStale && 'opacity-60 delay-100',
      )}
    >
      <table role="table" className="figures w-full text-left text-small max-md:block print:text-tiny">
        <caption className="sr-only">{caption}</caption>
        <thead role="rowgroup" className="border-b border-line text-ink-soft max-md:sr-only">
          <tr role="row">
            {choice && <SelectAllHeader keys={rows.map(keyOf)} chosen={choice.chosen} />}
            {columns.map(column => (
              <SortableHeader key={column.name} column={column} sorting={sorting} />
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" className="divide-y divide-line max-md:block">
          {rows.map(row => (
            <DataRow key={keyOf(row)} row={row} rowKey={keyOf(row)} columns={columns} choice={choice} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface DataRowProps<Row> {
  row: Row
  rowKey: string
  columns: TableColumn<Row>[]
  choice: DataTableProps<Row>['selection']
}

function DataRow<Row>({ row, rowKey, columns, choice }: DataRowProps<Row>) {
  const isChosen = choice?.chosen.keys.has(rowKey) ?? false
  return (
    <tr
      role="row"
      data-row=""
      className={cn(
        'transition-colors max-md:relative max-md:grid max-md:grid-cols-1 max-md:gap-1 max-md:py-3',
        isChosen ? 'bg-accent-soft' : 'md:hover:bg-ink/2 md:has-focus-visible:bg-ink/4',
      )}
    >
      {choice && (
        <td role="cell" className="w-12 pl-4 max-md:absolute max-md:top-4 max-md:right-0">
          <Checkbox
            aria-label={`Kies ${choice.nameOf(row)}`}
            checked={isChosen}
            onChange={event => choice.chosen.set([rowKey], event.target.checked)}
          >
            {null}
          </Checkbox>
        </td>
      )}
      {columns.map((column, index) => (
        <Cell key={column.name} column={column} isFirst={index === 0} leavesRoom={Boolean(choice)}>
          {column.cell(row)}
        </Cell>
      ))}
    </tr>
  )
}

interface CellProps<Row> {
  column: TableColumn<Row>
  isFirst: boolean
  /** Leaves room for the checkbox at the right edge of the card. */
  leavesRoom: boolean
  children: ReactNode
}

function Cell<Row>({ column, isFirst, leavesRoom, children }: CellProps<Row>) {
  const { name, align, phone, className } = column
  const classes = cn(
    'py-2.5 md:px-2 md:first:pl-5 md:last:pr-5 max-md:base:px-5 max-md:py-0.5 xl:px-3',
    align === 'end' && 'md:text-right',
    isFirst && 'font-medium',
    isFirst && leavesRoom && 'max-md:pr-16',
    // On a phone the name of a cell that holds nothing says nothing.
    !isFirst && (phone === 'hidden' || isEmpty(children) ? 'max-md:hidden' : stacked),
    className,
  )
  if (isFirst)
    return (
      <th role="rowheader" scope="row" className={classes}>
        {children}
      </th>
    )
  return (
    <td role="cell" className={classes}>
      {phone === undefined && (
        <span aria-hidden className="shrink-0 text-ink-faint md:hidden">
          {name}
        </span>
      )}
      {phone === undefined ? (
        <div
          className={cn(
            'min-w-0 max-md:grow max-md:text-right',
            // A number is short enough for the line of its name.
            align === 'end' ? 'max-md:basis-16' : 'max-md:basis-32',
          )}
        >
          {children}
        </div>
      ) : (
        children
      )}
    </td>
  )
}

const isEmpty = (content: ReactNode): boolean =>
  content === null || content === undefined || content === false || content === ''

/** On a phone, a cell is a line of its row: its name and its content. */
const stacked = 'max-md:base:flex max-md:flex-wrap max-md:base:justify-between max-md:gap-x-6'

function SelectAllHeader({ keys, chosen }: { keys: string[]; chosen: RowSelection }) {
  const count = keys.filter(key => chosen.keys.has(key)).length
  const isSome = count > 0 && count < keys.length
  return (
    <th role="columnheader" scope="col" className="w-12 pl-4">
      <Checkbox
        aria-label="Kies alle op deze pagina"
        disabled={keys.length === 0}
        checked={keys.length > 0 && count === keys.length}
        ref={box => {
          if (box) box.indeterminate = isSome
        }}
        onChange={() => chosen.set(keys, count < keys.length)}
      >
        {null}
      </Checkbox>
    </th>
  )
}
