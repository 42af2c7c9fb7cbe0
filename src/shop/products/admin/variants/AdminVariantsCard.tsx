import { Plus } from 'lucide-react'
import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react'
import { Badge } from '../../../../ui/components/Badge.tsx'
import { Button } from '../../../../ui/components/Button.tsx'
import { Card } from '../../../../ui/components/Card.tsx'
import { Field, FieldError, Input } from '../../../../ui/forms/Field.tsx'
import { lazyDialog } from '../../../../ui/dialogs/lazyDialog.tsx'
import { plural } from '../../../../ui/format.ts'
import { formatEuroInput } from '../../../../wire/money.ts'
import { AdminStockCauseFields } from '../AdminStockCauseFields.tsx'
import { AdminConflictDialog } from '../AdminConflictDialog.tsx'
import { AdminVariantOptions } from './AdminVariantOptions.tsx'
import { AdminVariantTable } from './AdminVariantTable.tsx'
import type { AdminProductDetail } from '../contract.ts'
import { useVariantGrid } from './save.hooks.ts'
import { addMissing, changeRow, fillColumn, type GridRow, missingCombinations } from './grid.rules.ts'
import { changesStock, generalErrors } from './request.rules.ts'
import { MAX_VARIANTS } from './contract.ts'

const PicturesDialog = lazyDialog({
  title: 'Foto’s',
  load: async () => (await import('./AdminVariantPicturesDialog.tsx')).AdminVariantPicturesDialog,
})

/** The options of a product and its variants, edited as a sheet and saved at once. */
export function AdminVariantsCard({ product }: { product: AdminProductDetail }) {
  const variants = useVariantGrid(product)
  const { grid, errors, edit, conflict } = variants
  const card = useFocusOnError(errors)
  const isEmpty = grid.options.length === 0
  return (
    <Card className="@container">
      <section ref={card} aria-labelledby="variants" className="grid grid-cols-1 gap-5">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2 id="variants" className="text-subheading font-semibold">
            Varianten
          </h2>
          {grid.rows.length > 0 && <Badge>{plural(grid.rows.length, 'variant', 'varianten')}</Badge>}
        </div>
        <p className="max-w-3xl text-small text-ink-soft">
          {isEmpty
            ? `Verkoop je dit in maten of kleuren? Elke variant heeft een eigen voorraad en SKU, en als je wilt een eigen prijs en foto’s. Hoogstens ${MAX_VARIANTS}.`
            : 'Zonder eigen prijs geldt die van het product. Met de pijltjes en Enter ga je van cel naar cel; cellen uit je rekenblad kun je plakken.'}
        </p>
        <AdminVariantOptions options={grid.options} errors={errors} edit={edit} />
        {grid.rows.length > 0 && (
          <Sheet
            grid={grid}
            errors={errors}
            edit={edit}
            productPrice={formatEuroInput(product.price)}
            productPurchasePrice={
              product.purchasePrice === undefined ? '' : formatEuroInput(product.purchasePrice)
            }
          />
        )}
        <Footer variants={variants} />
      </section>
      {conflict && (
        <AdminConflictDialog
          description="Deze varianten zijn gewijzigd terwijl jij ze bewerkte. Kies per cel wat blijft."
          differences={conflict.differences}
          onChoose={theirs => variants.choose(conflict, theirs)}
          onClose={variants.putOff}
        />
      )}
    </Card>
  )
}

type Variants = ReturnType<typeof useVariantGrid>

type SheetProps = Pick<Variants, 'grid' | 'errors' | 'edit'> & {
  productPrice: string
  productPurchasePrice: string
}

/** The variants, the fields that fill all of them, and the pictures of the one that was opened last. */
function Sheet({ grid, errors, edit, ...productPrices }: SheetProps) {
  const [pictured, setPictured] = useState<GridRow | null>(null)
  const [isPicturing, setPicturing] = useState(false)
  const showPictures = useCallback((row: GridRow) => {
    setPictured(row)
    setPicturing(true)
  }, [])
  const missing = missingCombinations(grid).length
  return (
    <>
      <FillBar onFill={(column, text) => edit(before => fillColumn(before, column, text))} />
      <AdminVariantTable
        rows={grid.rows}
        errors={errors}
        {...productPrices}
        edit={edit}
        onPictures={showPictures}
      />
      {missing > 0 && (
        <div>
          <Button variant="secondary" size="sm" onClick={() => edit(addMissing)}>
            <Plus aria-hidden />
            {missing === 1
              ? 'Ontbrekende combinatie toevoegen'
              : `${missing} ontbrekende combinaties toevoegen`}
          </Button>
        </div>
      )}
      {pictured && (
        <PicturesDialog
          open={isPicturing}
          onOpenChange={setPicturing}
          name={pictured.values.join(', ')}
          images={pictured.images}
          onDone={images => edit(before => changeRow(before, pictured.key, { images }))}
        />
      )}
    </>
  )
}

/** The reason for a change of stock, the errors, and the buttons that save. */
function Footer({ variants }: { variants: Variants }) {
  const { grid, was, errors, why, isPending } = variants
  const isChanged = JSON.stringify(grid) !== JSON.stringify(was)
  return (
    <>
      {changesStock(was, grid) && (
        <div className="grid gap-x-4 gap-y-5 @lg:grid-cols-2">
          <AdminStockCauseFields {...why} change={part => variants.setWhy({ ...why, ...part })} />
        </div>
      )}
      {generalErrors(errors).map(message => (
        <FieldError key={message}>{message}</FieldError>
      ))}
      {(isChanged || grid.options.length > 0) && (
        <div className="flex flex-wrap items-center gap-3">
          <Button size="sm" busy={isPending} disabled={!isChanged} onClick={variants.save}>
            Varianten opslaan
          </Button>
          {isChanged && (
            <Button variant="quiet" size="sm" disabled={isPending} onClick={variants.restore}>
              Zoals het was
            </Button>
          )}
          <LeavingNote was={was.rows} rows={grid.rows} />
        </div>
      )}
    </>
  )
}

/** Moves the focus to the first field that is refused. @returns the ref of the element around the fields */
function useFocusOnError(errors: Record<string, string>) {
  const fields = useRef<HTMLElement>(null)
  useEffect(() => {
    if (Object.keys(errors).length > 0)
      fields.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [errors])
  return fields
}

/** The consequences for variants that the grid leaves out. */
function LeavingNote({ was, rows }: { was: GridRow[]; rows: GridRow[] }) {
  const count = was.filter(({ key }) => rows.every(row => row.key !== key)).length
  return (
    <p role="status" className="text-small text-ink-soft">
      {count > 0 &&
        `${plural(count, 'variant', 'varianten')} ${count === 1 ? 'vervalt' : 'vervallen'}: wat ooit besteld is, gaat uit de verkoop.`}
    </p>
  )
}

interface FillBarProps {
  onFill: (column: 'price' | 'stock', text: string) => void
}

/** One price or stock for all variants. */
const FillBar = ({ onFill }: FillBarProps) => (
  <div className="flex flex-wrap gap-x-6 gap-y-4">
    <FillField label="Prijs voor alle" inputMode="decimal" onFill={text => onFill('price', text)} />
    <FillField label="Voorraad voor alle" inputMode="numeric" onFill={text => onFill('stock', text)} />
  </div>
)

interface FillFieldProps {
  label: string
  inputMode: 'decimal' | 'numeric'
  onFill: (text: string) => void
}

function FillField({ label, inputMode, onFill }: FillFieldProps) {
  const [text, setText] = useState('')
  const fill = () => {
    onFill(text.trim())
    setText('')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    fill()
  }
  return (
    <div className="flex items-end gap-2">
      <Field label={label} optional className="[&_label>span]:sr-only">
        <Input
          inputMode={inputMode}
          autoComplete="off"
          className="figures h-10 w-32 px-3"
          value={text}
          onChange={event => setText(event.target.value)}
          onKeyDown={onKeyDown}
        />
      </Field>
      <Button variant="secondary" size="sm" onClick={fill}>
        Invullen
        <span className="sr-only">: {label}</span>
      </Button>
    </div>
  )
}
