import { Image, X } from 'lucide-react'
import { memo } from 'react'
import { Link } from 'react-router'
import { Checkbox } from '../../../../ui/forms/Checkbox.tsx'
import { cn } from '../../../../ui/components/cn.ts'
import { IconButton } from '../../../../ui/components/IconButton.tsx'
import { ResponsiveImage } from '../../../../ui/components/ResponsiveImage.tsx'
import {
  changeRow,
  type GridColumn,
  gridColumns,
  type GridRow,
  removeRow,
  type VariantGridForm,
} from './grid.rules.ts'

export type GridEdit = (change: (grid: VariantGridForm) => VariantGridForm) => void

/** The columns of the cells that are typed. */
export const columns: Record<
  GridColumn,
  { name: string; width: string; inputMode?: 'decimal' | 'numeric'; most: number }
> = {
  sku: { name: 'SKU', width: 'min-w-44', most: 60 },
  price: { name: 'Prijs', width: 'min-w-26', inputMode: 'decimal', most: 12 },
  purchasePrice: { name: 'Inkoopprijs', width: 'min-w-26', inputMode: 'decimal', most: 12 },
  stock: { name: 'Voorraad', width: 'min-w-24', inputMode: 'numeric', most: 9 },
  weight: { name: 'Gewicht (g)', width: 'min-w-26', inputMode: 'numeric', most: 9 },
  barcode: { name: 'Barcode', width: 'min-w-40', inputMode: 'numeric', most: 50 },
}

interface RowProps {
  row: GridRow
  index: number
  /** By column, as JSON: a row whose errors are the same is not drawn again. */
  errors: string
  productPrice: string
  productPurchasePrice: string
  edit: GridEdit
  onPictures: (row: GridRow) => void
}

export const AdminVariantRow = memo(
  ({ row, index, errors: written, productPrice, productPurchasePrice, edit, onPictures }: RowProps) => {
    const placeholders: Partial<Record<GridColumn, string>> = {
      price: productPrice,
      purchasePrice: productPurchasePrice,
    }
    const errors: Record<string, string> = Object.fromEntries(JSON.parse(written) as [string, string][])
    const name = row.values.filter(value => value !== '').join(', ')
    const rowError = errors['values'] ?? errors['id'] ?? errors['images']
    return (
      <tr className="group">
        <th
          scope="row"
          className="sticky left-0 z-1 min-w-30 border-b border-line bg-surface pr-3 pl-6 align-top font-medium shadow-[1px_0_0_var(--color-line)] group-last:border-b-0 sm:min-w-40"
        >
          <span className="flex min-h-14 flex-col justify-center wrap-anywhere">
            <VariantName id={row.id} isActive={row.isActive}>
              {name}
            </VariantName>
            {rowError && (
              <span role="alert" className="text-tiny font-medium text-danger">
                {rowError}
              </span>
            )}
          </span>
        </th>
        {gridColumns.map(column => (
          <Cell
            key={column}
            row={row}
            index={index}
            column={column}
            label={`${columns[column].name}: ${name}`}
            placeholder={placeholders[column] ?? ''}
            error={errors[column]}
            edit={edit}
          />
        ))}
        <ActiveCell row={row} index={index} name={name} edit={edit} />
        <PicturesCell picture={row.images[0]} name={name} onPress={() => onPictures(row)} />
        <td className="border-b border-line py-1.5 pr-4 pl-1 align-top group-last:border-b-0">
          <IconButton
            icon={X}
            label={`Verwijder ${name}`}
            className="text-ink-faint hover:text-ink"
            onClick={() => edit(grid => removeRow(grid, row.key))}
          />
        </td>
      </tr>
    )
  },
)

/** Leads to the page of a variant that is there, with its history and its sale. */
const VariantName = ({
  id,
  isActive,
  children,
}: {
  id: string | null
  isActive: boolean
  children: string
}) =>
  id === null ? (
    children
  ) : (
    <Link
      to={`/admin/products/${id}`}
      className={cn(
        'underline decoration-line-strong underline-offset-4 hover:decoration-ink',
        !isActive && 'text-ink-faint',
      )}
    >
      {children}
    </Link>
  )

type ActiveCellProps = Pick<RowProps, 'row' | 'index' | 'edit'> & { name: string }

const ActiveCell = ({ row, index, name, edit }: ActiveCellProps) => (
  // oxlint-disable-next-line jsx-a11y/control-has-associated-label -- the checkbox has one
  <td className="border-b border-l border-line px-3 py-1.5 align-top group-last:border-b-0">
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
  <td className="border-b border-l border-line px-3 py-1.5 align-top group-last:border-b-0">
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
