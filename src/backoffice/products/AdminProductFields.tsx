import { useWatch } from 'react-hook-form'
import { Field, Input, Select, Textarea } from '../../ui/components/Field.tsx'
import type { AdminProductDetail, AdminCategory } from './contract.ts'
import { StockCause } from './history.contract.ts'
import { stockCauseNames } from './history.rules.ts'
import type { ProductFormMethods } from './saveProduct.hooks.ts'

interface AdminProductFieldsProps {
  form: ProductFormMethods
  categories: AdminCategory[]
  /** As it was read; null for a new one. */
  base: AdminProductDetail | null
}

/** What it is, what it costs and how many there are. */
export function AdminProductFields({ form, categories, base }: AdminProductFieldsProps) {
  const { register, formState } = form
  const { errors } = formState
  return (
    <div className="grid items-start gap-x-4 gap-y-5 sm:grid-cols-6">
      <Field label="Naam" error={errors.name?.message} className="sm:col-span-4">
        <Input autoComplete="off" {...register('name')} />
      </Field>
      <Field label="SKU" error={errors.sku?.message} className="sm:col-span-2">
        <Input autoComplete="off" {...register('sku')} />
      </Field>
      <Field label="Beschrijving" optional error={errors.description?.message} className="sm:col-span-6">
        <Textarea rows={6} {...register('description')} />
      </Field>
      <Field label="Categorie" error={errors.categoryId?.message} className="sm:col-span-2">
        <Select {...register('categoryId')}>
          <option value="">Selecteer een categorie</option>
          {categories.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="Prijs in euro" error={errors.price?.message} className="sm:col-span-2">
        <Input inputMode="decimal" autoComplete="off" placeholder="12,50" {...register('price')} />
      </Field>
      <Field
        label="Voorraad"
        error={errors.stock?.message}
        hint={
          base &&
          base.reservedStock > 0 &&
          `Waarvan ${base.reservedStock} gereserveerd voor open bestellingen`
        }
        className="sm:col-span-2"
      >
        <Input inputMode="numeric" autoComplete="off" {...register('stock')} />
      </Field>
      {base && <StockReasonFields form={form} stock={base.stock} />}
    </div>
  )
}

/** Asked once the pieces are counted otherwise: it stands in the book of the stock. */
function StockReasonFields({
  form: { control, register, formState },
  stock,
}: {
  form: ProductFormMethods
  stock: number
}) {
  const counted = useWatch({ control, name: 'stock' })
  if (counted.trim() === String(stock)) return null
  return (
    <>
      <Field
        label="Waarom is de voorraad anders?"
        hint={`Er lagen er ${stock}.`}
        error={formState.errors.cause?.message}
        className="sm:col-span-2"
      >
        <Select {...register('cause')}>
          {StockCause.options.map(cause => (
            <option key={cause} value={cause}>
              {stockCauseNames[cause]}
            </option>
          ))}
        </Select>
      </Field>
      <Field
        label="Toelichting"
        optional
        hint="Reden en toelichting komen in de geschiedenis."
        error={formState.errors.reason?.message}
        className="sm:col-span-4"
      >
        <Input autoComplete="off" maxLength={200} {...register('reason')} />
      </Field>
    </>
  )
}
