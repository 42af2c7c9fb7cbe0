import type { ReactNode } from 'react'
import { ResponsiveImage } from '../../../ui/components/ResponsiveImage.tsx'
import { taxClassLabels } from '../../../money/vat/labels.rules.ts'
import { formatCents } from '../../../wire/money.ts'
import { AdminConflictDialog } from './AdminConflictDialog.tsx'
import type { AdminCategory } from './contract.ts'
import { type EditableField, productFieldNames, type EditableProduct } from './productForm.rules.ts'
import type { ProductEditConflict } from './saveProduct.hooks.ts'

interface AdminCompareDialogProps {
  conflict: ProductEditConflict
  categories: AdminCategory[]
  /** Is called with the fields in which the other admin's value is kept. */
  onChoose: (theirFields: EditableField[]) => void
  onClose: () => void
}

/** Another admin saved the product first: shows the base, theirs and mine of each field. */
export function AdminEditConflictDialog({
  conflict,
  categories,
  onChoose,
  onClose,
}: AdminCompareDialogProps) {
  const shown = (name: EditableField, product: EditableProduct) => (
    <FieldValueText name={name} product={product} categories={categories} />
  )
  return (
    <AdminConflictDialog
      description="Dit product is gewijzigd terwijl jij het bewerkte. Kies per veld wat blijft."
      differences={conflict.differences.map(({ name, isConflict }) => ({
        name,
        label: productFieldNames[name],
        was: shown(name, conflict.was),
        theirs: shown(name, conflict.theirs),
        mine: shown(name, conflict.mine),
        isConflict,
      }))}
      onChoose={onChoose}
      onClose={onClose}
    />
  )
}

interface ValueProps {
  name: EditableField
  product: EditableProduct
  categories: AdminCategory[]
}

function FieldValueText({ name, product, categories }: ValueProps): ReactNode {
  if (name === 'images') return <PictureThumbnails addresses={product.images} />
  if (name === 'price' || name === 'shippingCost') return formatCents(product[name])
  if (name === 'categoryId') return categories.find(({ id }) => id === product.categoryId)?.name ?? 'onbekend'
  if (name === 'taxClass') return taxClassLabels[product.taxClass]
  if (name === 'purchasePrice')
    return product.purchasePrice === undefined ? 'Leeg' : formatCents(product.purchasePrice)
  const value = product[name]
  if (typeof value === 'boolean') return value ? 'Ja' : 'Nee'
  if ((value ?? '') === '') return 'Leeg'
  return <span className="line-clamp-8">{value}</span>
}

const PictureThumbnails = ({ addresses }: { addresses: string[] }) =>
  addresses.length === 0 ? (
    'Geen'
  ) : (
    <span className="flex flex-wrap gap-1.5 pt-1">
      {addresses.map((address, index) => (
        <ResponsiveImage
          key={address}
          src={address}
          alt={`Foto ${index + 1}`}
          sizes="44px"
          className="w-11 rounded-inner"
        />
      ))}
    </span>
  )
