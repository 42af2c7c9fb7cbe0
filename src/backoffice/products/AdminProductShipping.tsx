import { Calculator } from 'lucide-react'
import { useWatch } from 'react-hook-form'
import type { ParcelForm } from '../../shop/shipping/calculator.rules.ts'
import { ShippingCalculatorDialog } from '../../shop/shipping/ShippingCalculatorDialog.tsx'
import { Button } from '../../ui/components/Button.tsx'
import { Field, Input } from '../../ui/components/Field.tsx'
import { formatCents } from '../../wire/money.ts'
import type { ProductFormMethods } from './saveProduct.hooks.ts'

const sides = [
  { name: 'length', label: 'Lengte' },
  { name: 'width', label: 'Breedte' },
  { name: 'height', label: 'Hoogte' },
] as const

/** How heavy and how large the parcel is, and what sending it within the Netherlands costs the shop. */
export function AdminProductShipping({ form }: { form: ProductFormMethods }) {
  const { register, control, setValue, formState } = form
  const { errors } = formState
  const [weight, length, width, height, shippingCost] = useWatch({
    control,
    name: ['weight', 'length', 'width', 'height', 'shippingCost'],
  })
  const apply = (cents: number, measures: ParcelForm) => {
    const change = { shouldDirty: true, shouldValidate: true }
    setValue('shippingCost', cents, change)
    for (const name of ['weight', 'length', 'width', 'height'] as const)
      setValue(name, measures[name], change)
  }
  return (
    <div className="grid gap-5">
      <Field label="Gewicht in gram" optional error={errors.weight?.message}>
        <Input inputMode="numeric" autoComplete="off" placeholder="0" {...register('weight')} />
      </Field>
      <fieldset>
        <legend className="mb-2 text-small font-medium">
          Afmetingen in cm <span className="font-normal text-ink-faint">(niet verplicht)</span>
        </legend>
        <div className="grid grid-cols-3 items-start gap-3">
          {sides.map(({ name, label }) => (
            <Field key={name} label={label} error={errors[name]?.message}>
              <Input inputMode="numeric" autoComplete="off" aria-required={false} {...register(name)} />
            </Field>
          ))}
        </div>
      </fieldset>
      <Field
        label="Verzendkosten"
        hint="Wat versturen jou kost. De klant betaalt dit niet."
        error={errors.shippingCost?.message}
      >
        <Input
          readOnly
          aria-required={false}
          value={formatCents(shippingCost)}
          className="figures bg-sunken"
        />
      </Field>
      <ShippingCalculatorDialog
        parcel={{ country: 'NL', weight, length, width, height }}
        onApply={({ price }, measures) => apply(price, measures)}
      >
        <Button variant="secondary" size="sm" className="justify-self-start">
          <Calculator aria-hidden />
          Bereken verzendkosten
        </Button>
      </ShippingCalculatorDialog>
    </div>
  )
}
