import { type ReactNode, useState } from 'react'
import { Badge } from '../../ui/components/Badge.tsx'
import { Button } from '../../ui/components/Button.tsx'
import { RadioCard } from '../../ui/components/Checkbox.tsx'
import { Dialog, DialogContent } from '../../ui/components/Dialog.tsx'
import { ResponsiveImage } from '../../ui/components/ResponsiveImage.tsx'
import { formatCents } from '../../wire/money.ts'
import type { AdminCategory } from './contract.ts'
import {
  type FieldDifference,
  type EditableField,
  productFieldNames,
  type EditableProduct,
} from './productForm.rules.ts'
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
  const { differences } = conflict
  // Fields that only the other admin changed start with their value.
  const [theirFields, setTheirFields] = useState<EditableField[]>(
    differences.filter(({ isConflict: isContested }) => !isContested).map(({ name }) => name),
  )
  const choose = (name: EditableField, isTheirs: boolean) =>
    setTheirFields(before => [...before.filter(each => each !== name), ...(isTheirs ? [name] : [])])
  return (
    <Dialog open onOpenChange={isOpen => !isOpen && onClose()}>
      <DialogContent
        title="Iemand anders was je voor"
        description="Dit product is gewijzigd terwijl jij het bewerkte. Kies per veld wat blijft."
        className="sm:w-[min(44rem,calc(100vw-3rem))]"
        footer={
          <div className="grid grid-cols-2 gap-3">
            <Button variant="secondary" onClick={onClose}>
              Terug
            </Button>
            <Button onClick={() => onChoose(theirFields)}>Keuze opslaan</Button>
          </div>
        }
      >
        <div className="grid gap-7">
          {differences.map(difference => (
            <FieldChoice
              key={difference.name}
              difference={difference}
              conflict={conflict}
              categories={categories}
              isTheirs={theirFields.includes(difference.name)}
              onChoose={isTheirs => choose(difference.name, isTheirs)}
            />
          ))}
        </div>
      </DialogContent>
    </Dialog>
  )
}

interface ChoiceProps {
  difference: FieldDifference
  conflict: ProductEditConflict
  categories: AdminCategory[]
  isTheirs: boolean
  onChoose: (isTheirs: boolean) => void
}

function FieldChoice({ difference, conflict, categories, isTheirs, onChoose }: ChoiceProps) {
  const { name, isConflict: isContested } = difference
  const shown = (product: EditableProduct) => (
    <FieldValueText name={name} product={product} categories={categories} />
  )
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1 flex flex-wrap items-center gap-2 font-semibold">
        {productFieldNames[name]}
        {isContested && <Badge tone="live">Allebei gewijzigd</Badge>}
      </legend>
      <div className="grid gap-0.5 text-small text-ink-soft">
        <span className="text-tiny text-ink-faint">Was</span>
        {shown(conflict.was)}
      </div>
      <div className="grid gap-3 sm:grid-cols-2">
        <RadioCard
          name={`compare-${name}`}
          title="Van de ander"
          checked={isTheirs}
          onChange={() => onChoose(true)}
        >
          {shown(conflict.theirs)}
        </RadioCard>
        <RadioCard
          name={`compare-${name}`}
          title={isContested ? 'Van jou' : 'Zoals het was'}
          checked={!isTheirs}
          onChange={() => onChoose(false)}
        >
          {shown(conflict.mine)}
        </RadioCard>
      </div>
    </fieldset>
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
  const value = product[name]
  if (typeof value === 'boolean') return value ? 'Ja' : 'Nee'
  if ((value ?? '') === '') return 'Leeg'
  return <span className="line-clamp-8 wrap-anywhere whitespace-pre-line">{value}</span>
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
