import { useWatch } from 'react-hook-form'
import { Field, Input, Select, Textarea } from '../../../ui/forms/Field.tsx'
import { Options } from '../../../ui/forms/Options.tsx'
import { taxClassLabels } from '../../../money/vat/labels.rules.ts'
import { parseEuroInput } from '../../../wire/money.ts'
import { TaxClass } from '../../../wire/vat.ts'
import { type AdminCategory, type AdminProductDetail, StockCause } from './contract.ts'
import { stockCauseNames } from './history.rules.ts'
import { marginText } from './prices/margin.rules.ts'
import type { ProductFormMethods } from './saveProduct.hooks.ts'

interface AdminProductFieldsProps {
  form: ProductFormMethods
  categories: AdminCategory[]
  /** As it was read; null for a new one. */
  base: AdminProductDetail | null
  /** Then the stock is that of its variants. */
  hasVariants: boolean
}

/** Name, SKU, description, price, category and stock. */
export function AdminProductFields({ form, categories, base, hasVariants }: AdminProductFieldsProps) {
  const { register, formState } = form
  const { errors } = formState
  // Two in a row without a stock and a barcode beside them, else three.
  const width = hasVariants ? '@lg:col-span-3' : '@lg:col-span-2'
  return (
    <div className="grid items-start gap-x-4 gap-y-5 @lg:grid-cols-6">
      <Field label="Naam" error={errors.name?.message} className="@lg:col-span-4">
        <Input autoComplete="off" {...register('name')} />
      </Field>
      <Field label="SKU" error={errors.sku?.message} className="@lg:col-span-2">
        <Input autoComplete="off" {...register('sku')} />
      </Field>
      <Field label="Beschrijving" optional error={errors.description?.message} className="@lg:col-span-6">
        <Textarea rows={6} {...register('description')} />
      </Field>
      <Field label="Categorie" error={errors.categoryId?.message} className="@lg:col-span-3">
        <Select {...register('categoryId')}>
          <option value="">Selecteer een categorie</option>
          {categories.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
      <Field
        label="Btw-soort"
        hint="Bepaalt welk tarief er in de prijs zit."
        error={errors.taxClass?.message}
        className="@lg:col-span-3"
      >
        <Select {...register('taxClass')}>
          <Options values={TaxClass.options} nameOf={name => taxClassLabels[name]} />
        </Select>
      </Field>
      <Field
        label="Prijs in euro"
        hint={hasVariants && 'Die van varianten zonder eigen prijs.'}
        error={errors.price?.message}
        className={width}
      >
        <Input inputMode="decimal" autoComplete="off" placeholder="12,50" {...register('price')} />
      </Field>
      <PurchasePriceField form={form} base={base} hasVariants={hasVariants} />
      {!hasVariants && <StockFields form={form} base={base} />}
      <ContentFields form={form} width={width} />
    </div>
  )
}

const contents = [
  { name: 'contentMl', label: 'Inhoud in ml' },
  { name: 'contentGrams', label: 'Inhoud in gram' },
] as const

/** Where it is sold by measure: the shop then shows its price per 100. */
const ContentFields = ({
  form: { register, formState },
  width,
}: {
  form: ProductFormMethods
  width: string
}) =>
  contents.map(({ name, label }) => (
    <Field
      key={name}
      label={label}
      optional
      hint={
        name === 'contentMl' ? 'Dan staat de prijs per 100 ml erbij.' : 'Dan staat de prijs per 100 g erbij.'
      }
      error={formState.errors[name]?.message}
      className={width}
    >
      <Input inputMode="numeric" autoComplete="off" {...register(name)} />
    </Field>
  ))

/** The purchase price, and the margin. */
function PurchasePriceField({ form, base, hasVariants }: Omit<AdminProductFieldsProps, 'categories'>) {
  const { control, register, formState } = form
  const [price, purchasePrice, taxClass] = useWatch({ control, name: ['price', 'purchasePrice', 'taxClass'] })
  const [sold, bought] = [parseEuroInput(price), parseEuroInput(purchasePrice)]
  const rate = base?.vatRates?.[taxClass]
  const margin = sold !== null && bought !== null && rate !== undefined && marginText(sold, bought, rate)
  const whose = hasVariants
    ? 'Die van varianten zonder eigen inkoopprijs.'
    : 'Van wat er vanaf nu binnenkomt.'
  return (
    <Field
      label="Inkoopprijs"
      optional
      hint={`${whose} Zonder de btw die je terugkrijgt. ${margin || ''}`}
      error={formState.errors.purchasePrice?.message}
      className={hasVariants ? '@lg:col-span-3' : '@lg:col-span-2'}
    >
      <Input inputMode="decimal" autoComplete="off" placeholder="4,50" {...register('purchasePrice')} />
    </Field>
  )
}

/** How many there are, and their code; of a product with variants, each of those has its own. */
function StockFields({ form, base }: Pick<AdminProductFieldsProps, 'form' | 'base'>) {
  const { register, formState } = form
  return (
    <>
      <Field
        label="Voorraad"
        error={formState.errors.stock?.message}
        hint={
          base &&
          base.reservedStock > 0 &&
          `Waarvan ${base.reservedStock} gereserveerd voor open bestellingen`
        }
        className="@lg:col-span-2"
      >
        <Input inputMode="numeric" autoComplete="off" {...register('stock')} />
      </Field>
      {base && <StockReasonFields form={form} stock={base.stock} />}
      <Field label="Barcode" optional error={formState.errors.barcode?.message} className="@lg:col-span-2">
        <Input inputMode="numeric" autoComplete="off" {...register('barcode')} />
      </Field>
    </>
  )
}

/** Shown once the stock is changed: its reason goes into the stock ledger. */
function StockReasonFields({ form, stock }: { form: ProductFormMethods; stock: number }) {
  const { control, register, formState } = form
  const counted = useWatch({ control, name: 'stock' })
  if (counted.trim() === String(stock)) return null
  return (
    <>
      <Field
        label="Waarom is de voorraad anders?"
        hint={`Er lagen er ${stock}.`}
        error={formState.errors.cause?.message}
        className="@lg:col-span-2"
      >
        <Select {...register('cause')}>
          <Options values={StockCause.options} nameOf={cause => stockCauseNames[cause]} />
        </Select>
      </Field>
      <Field
        label="Toelichting"
        optional
        hint="Reden en toelichting komen in de geschiedenis."
        error={formState.errors.reason?.message}
        className="@lg:col-span-4"
      >
        <Input autoComplete="off" maxLength={200} {...register('reason')} />
      </Field>
    </>
  )
}
