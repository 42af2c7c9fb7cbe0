import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { useForm, Controller, useWatch } from 'react-hook-form'
import { AdminPictures } from '../../pictures/admin/AdminPictures.tsx'
import { usePictureUploads } from '../../pictures/admin/hooks.ts'
import { Button } from '../../../ui/components/Button.tsx'
import { schemaResolver } from '../../../ui/call/schemaResolver.ts'
import { Card } from '../../../ui/components/Card.tsx'
import { AdminProductFields } from './AdminProductFields.tsx'
import { AdminEditConflictDialog } from './AdminEditConflictDialog.tsx'
import type { AdminProductDetail, AdminCategory } from './contract.ts'
import {
  emptyProductForm,
  type ProductFormInput,
  toProductFormInput,
  type ProductFormOutput,
} from './productForm.rules.ts'
import { useSaveProduct, type ProductFormMethods } from './saveProduct.hooks.ts'
import { SettingRow } from '../../../ui/forms/SettingRow.tsx'
import { Field, Input } from '../../../ui/forms/Field.tsx'
import { Calculator } from 'lucide-react'
import type { ParcelForm } from '../../shipping/calculator.rules.ts'
import { ShippingCalculatorDialog } from '../../shipping/ShippingCalculatorDialog.tsx'
import { formatCents } from '../../../wire/money.ts'

interface AdminProductFormProps {
  /** Null for a new one. */
  product: AdminProductDetail | null
  categories: AdminCategory[]
  onAdded: () => void
  /** Shown beside the save button. */
  children: ReactNode
}

const resolver = schemaResolver(async () => (await import('./productForm.rules.ts')).ProductForm)

export function AdminProductForm({ product, categories, onAdded, children }: AdminProductFormProps) {
  const form = useForm<ProductFormInput, unknown, ProductFormOutput>({
    resolver,
    defaultValues: product ? toProductFormInput(product) : emptyProductForm,
  })
  const pictures = usePictureUploads(product?.images ?? [])
  const saving = useSaveProduct({ form, pictures, product, onAdded })
  const { conflict } = saving
  const fields = { form, categories, base: saving.base, hasVariants: product?.options !== undefined }
  const { submit, isWaiting } = useSubmitWhenReady(pictures.isBusy, form.handleSubmit(saving.save))
  return (
    // By the room for it, which larger text makes less of at the same width of the screen.
    <div className="@container">
      <form
        noValidate
        method="post"
        onSubmit={event => {
          event.preventDefault()
          submit()
        }}
        className="grid grid-cols-1 items-start gap-5 @4xl:grid-cols-[minmax(0,1fr)_22rem]"
      >
        <div className="grid grid-cols-1 gap-5">
          <FormSection title="Product">
            <AdminProductFields {...fields} />
          </FormSection>
          <FormSection title="Foto’s">
            <AdminPictures pictures={pictures} error={saving.picturesError} />
          </FormSection>
        </div>
        <div className="grid grid-cols-1 gap-5">
          <FormSection title="Zichtbaarheid">
            <AdminProductSwitches form={form} />
          </FormSection>
          <FormSection title="Verzending">
            <AdminProductShipping form={form} />
          </FormSection>
        </div>
        <div className="sticky bottom-0 z-10 -mx-1 flex flex-wrap items-center gap-3 border-t border-line bg-paper px-1 py-4 @4xl:col-span-2">
          <Button type="submit" busy={saving.isPending || isWaiting}>
            {product ? 'Opslaan' : 'Product toevoegen'}
          </Button>
          {children}
          <p role="status" className="text-small text-ink-soft">
            {isWaiting && 'We bewaren het zodra de foto’s klaar zijn.'}
          </p>
        </div>
      </form>
      {conflict && (
        <AdminEditConflictDialog
          conflict={conflict}
          categories={categories}
          onChoose={given => void saving.choose(conflict, given)}
          onClose={saving.putOff}
        />
      )}
    </div>
  )
}

/** Submits at once, or as soon as the running uploads are done. */
function useSubmitWhenReady(isBusy: boolean, submitNow: () => Promise<void>) {
  const [isAsked, ask] = useState(false)
  const submit = useEffectEvent(() => {
    ask(false)
    void submitNow()
  })
  useEffect(() => {
    if (isAsked && !isBusy) submit()
  }, [isAsked, isBusy])
  return { submit: () => ask(true), isWaiting: isAsked && isBusy }
}

const FormSection = ({ title, children }: { title: string; children: ReactNode }) => (
  <Card className="@container grid grid-cols-1 gap-5 p-5 md:p-6">
    <h2 className="text-subheading font-semibold">{title}</h2>
    {children}
  </Card>
)

const switches = [
  { name: 'isActive', label: 'Actief', meaning: 'Staat in de shop en is te koop.' },
  {
    name: 'showShippingOptions',
    label: 'Verzendopties tonen',
    meaning: 'Wordt verstuurd. Zet dit uit, en wis de verzendkosten, voor een digitaal product.',
  },
  {
    name: 'showCommentsField',
    label: 'Opmerkingenveld tonen',
    meaning: 'De klant kan bij het afrekenen iets toevoegen.',
  },
  {
    name: 'hygieneSealed',
    label: 'Verzegeld om hygiëne',
    meaning: 'Met een verbroken zegel vervalt de bedenktijd.',
  },
  {
    name: 'hasSexualContent',
    label: 'Seksuele inhoud',
    meaning:
      'Voor een digitaal product. Het wordt betaald waar minuten betaald worden, omdat niet elke betaaldienst het aanneemt.',
  },
] as const

const AdminProductSwitches = ({ form: { control } }: { form: ProductFormMethods }) => (
  <div className="-my-4 divide-y divide-line">
    {switches.map(({ name, label, meaning }) => (
      <Controller
        key={name}
        control={control}
        name={name}
        render={({ field }) => (
          <SettingRow name={label} checked={field.value} onChange={field.onChange}>
            {meaning}
          </SettingRow>
        )}
      />
    ))}
  </div>
)

const sides = [
  { name: 'length', label: 'Lengte' },
  { name: 'width', label: 'Breedte' },
  { name: 'height', label: 'Hoogte' },
] as const

/** With text of twice the size the words of a button are wider than a phone. */
const wrapsOnPhone = 'max-sm:h-auto max-sm:min-h-11 max-sm:shrink max-sm:whitespace-normal'

/** The parcel's weight and dimensions, and the shop's cost of shipping it within the Netherlands. */
function AdminProductShipping({ form }: { form: ProductFormMethods }) {
  const { register, control, setValue, formState } = form
  const { errors } = formState
  const [weight, length, width, height, shippingCost] = useWatch({
    control,
    name: ['weight', 'length', 'width', 'height', 'shippingCost'],
  })
  const change = { shouldDirty: true, shouldValidate: true }
  const apply = (cents: number, measures: ParcelForm) => {
    setValue('shippingCost', cents, change)
    for (const name of ['weight', 'length', 'width', 'height'] as const)
      setValue(name, measures[name], change)
  }
  return (
    <div className="grid gap-5">
      <Field label="Gewicht in gram" optional error={errors.weight?.message}>
        <Input inputMode="numeric" autoComplete="off" placeholder="0" {...register('weight')} />
      </Field>
      <Sides form={form} />
      <Field
        label="Verzendkosten"
        hint="Je eigen verzendkosten, zonder btw (de klant ziet dit niet). Een product met verzendkosten wordt verstuurd."
        error={errors.shippingCost?.message}
      >
        <Input
          readOnly
          aria-required={false}
          value={formatCents(shippingCost)}
          className="figures bg-sunken"
        />
      </Field>
      <div className="flex flex-wrap gap-3">
        <ShippingCalculatorDialog
          parcel={{ country: 'NL', weight, length, width, height }}
          onApply={({ price }, measures) => apply(price, measures)}
        >
          <Button variant="secondary" size="sm" className={wrapsOnPhone}>
            <Calculator aria-hidden />
            Bereken verzendkosten
          </Button>
        </ShippingCalculatorDialog>
        {shippingCost > 0 && (
          <Button
            variant="quiet"
            size="sm"
            className={wrapsOnPhone}
            onClick={() => setValue('shippingCost', 0, change)}
          >
            Verzendkosten wissen
          </Button>
        )}
      </div>
    </div>
  )
}

function Sides({ form: { register, formState } }: { form: ProductFormMethods }) {
  const { errors } = formState
  return (
    <fieldset>
      <legend className="mb-2 text-small font-medium">
        Afmetingen in cm <span className="font-normal text-ink-faint">(niet verplicht)</span>
      </legend>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,5.5rem),1fr))] items-start gap-3">
        {sides.map(({ name, label }) => (
          <Field key={name} label={label} error={errors[name]?.message}>
            <Input inputMode="numeric" autoComplete="off" aria-required={false} {...register(name)} />
          </Field>
        ))}
      </div>
    </fieldset>
  )
}
