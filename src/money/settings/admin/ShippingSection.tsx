import { useFormContext, useWatch } from 'react-hook-form'
import { Link } from 'react-router'
import { parseEuroInput } from '../../../wire/money.ts'
import { shippingPromise } from '../../../wire/shippingText.ts'
import { deliveryCountries } from '../../../wire/countries.ts'
import { Checkbox, RadioCard } from '../../../ui/forms/Checkbox.tsx'
import { FieldError } from '../../../ui/forms/Field.tsx'
import { TextField } from '../../../ui/forms/TextField.tsx'
import type { SettingsFormValues } from './form.rules.ts'
import { shippingPricingLabels } from '../rules.ts'
import { SettingsSection } from './SettingsSections.tsx'

/** Where orders are shipped to, and the costs of that. */
export function ShippingSection() {
  const form = useFormContext<SettingsFormValues>()
  const { control } = form
  const pricing = useWatch({ control, name: 'shippingPricing' })
  return (
    <SettingsSection title="Verzending" about="Waarheen we verzenden, en wat dat kost.">
      <Countries />
      <PricingChoice />
      <ShownPromise />
      <p className="text-small text-ink-soft">
        Je keuze staat meteen op de voorpagina, bij elk product, onderaan elke pagina, bij de veelgestelde
        vragen, in de voorwaarden en bij “Bereken verzendkosten”. Heb je een van die{' '}
        <Link to="/admin/content" className="underline underline-offset-4">
          teksten
        </Link>{' '}
        zelf geschreven, zet er dan {'{verzending}'} in: daar vult de winkel je keuze in.
      </p>
      {pricing !== 'FREE' && (
        <p className="text-small text-ink-soft">
          De tarieven staan zonder btw bij{' '}
          <Link to="/admin/shipping" className="underline underline-offset-4">
            Verzending
          </Link>
          ; wat klanten betalen, is met btw. Ze gaan uit van het gewicht van de producten: vul dat in. Waar
          geen tarief past, kan niet besteld worden.
        </p>
      )}
      <div className="grid items-start gap-5 sm:grid-cols-2">
        {pricing === 'FREE_FROM' && (
          <TextField
            form={form}
            name="freeShippingFrom"
            label="Gratis vanaf, in euro"
            hint="Wat de producten samen kosten, vóór kortingen en zonder cadeaubonnen."
            inputMode="decimal"
            autoComplete="off"
          />
        )}
        <TextField
          form={form}
          name="trackingCost"
          label="Prijs van track & trace in euro"
          hint="Eén keer per bestelling, bovenop de verzending. 0 is gratis."
          inputMode="decimal"
          autoComplete="off"
        />
        <TextField
          form={form}
          name="labelSender"
          label="Afzender op labels"
          hint="Een naam die niets verraadt. Het adres is dat van je bedrijf."
          autoComplete="off"
        />
      </div>
    </SettingsSection>
  )
}

/** The sentence that customers will read; nothing while the form is incomplete. */
function ShownPromise() {
  const { control } = useFormContext<SettingsFormValues>()
  const [shippingPricing, freeFrom, countries] = useWatch({
    control,
    name: ['shippingPricing', 'freeShippingFrom', 'shipsTo'],
  })
  const freeShippingFrom = parseEuroInput(freeFrom)
  const shipsTo = countries.split(' ').filter(Boolean)
  if (shipsTo.length === 0 || freeShippingFrom === null) return null
  return (
    <p className="text-small">
      Klanten lezen: “{shippingPromise({ shippingPricing, freeShippingFrom, shipsTo })}”.
    </p>
  )
}

function PricingChoice() {
  const { register } = useFormContext<SettingsFormValues>()
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 text-small font-medium">Standaardverzending</legend>
      <RadioCard value="FREE" title={shippingPricingLabels.FREE} {...register('shippingPricing')}>
        Klanten betalen alleen voor track & trace, als ze dat kiezen.
      </RadioCard>
      <RadioCard value="FREE_FROM" title={shippingPricingLabels.FREE_FROM} {...register('shippingPricing')}>
        Daaronder betalen klanten het goedkoopste tarief dat past, plus btw.
      </RadioCard>
      <RadioCard value="ZONES" title={shippingPricingLabels.ZONES} {...register('shippingPricing')}>
        Klanten betalen het goedkoopste tarief dat past, plus btw, hoeveel ze ook bestellen.
      </RadioCard>
    </fieldset>
  )
}

/** A box for each country that an address can have, and for others that are set. */
function Countries() {
  const { control, setValue, formState } = useFormContext<SettingsFormValues>()
  const chosen = useWatch({ control, name: 'shipsTo' }).split(' ').filter(Boolean)
  const toggle = (code: string, isChosen: boolean) => {
    const others = chosen.filter(each => each !== code)
    const next = isChosen ? [...others, code] : others
    setValue('shipsTo', next.join(' '), { shouldDirty: true, shouldValidate: formState.isSubmitted })
  }
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 text-small font-medium">Landen waarheen we verzenden</legend>
      <div className="grid gap-x-4 gap-y-3 sm:grid-cols-3">
        {deliveryCountries.map(({ code, name }) => (
          <Checkbox
            key={code}
            name="shipsTo"
            checked={chosen.includes(code)}
            onChange={event => toggle(code, event.target.checked)}
          >
            {name}
          </Checkbox>
        ))}
      </div>
      <FieldError id="ships-to-error">{formState.errors.shipsTo?.message}</FieldError>
    </fieldset>
  )
}
