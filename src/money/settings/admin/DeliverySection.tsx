import { useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { Checkbox } from '../../../ui/forms/Checkbox.tsx'
import { FieldError } from '../../../ui/forms/Field.tsx'
import { SettingRow } from '../../../ui/forms/SettingRow.tsx'
import { TextField } from '../../../ui/forms/TextField.tsx'
import { isCompleteDelivery, otherPromisedCountries, promiseTextForAll } from '../../../wire/delivery.ts'
import { type SettingsFormValues, toSettingsInput } from './form.rules.ts'
import { SettingsSection } from './SettingsSections.tsx'
import { sendingDays } from '../../../wire/workingDays.ts'
import { countryName } from '../../../wire/countries.ts'

const dayNames = ['maandag', 'dinsdag', 'woensdag', 'donderdag', 'vrijdag'] as const

const fields = [
  {
    name: 'cutOff',
    label: 'Uiterste besteltijd',
    type: 'time',
    hint: 'Wat eerder besteld is, gaat dezelfde dag weg.',
  },
  { name: 'daysNL', label: 'Werkdagen naar Nederland', inputMode: 'numeric' },
  { name: 'daysBE', label: 'Werkdagen naar België', inputMode: 'numeric' },
] as const

/** When parcels leave and how long they take, with the resulting promise to customers. */
export function DeliverySection() {
  const form = useFormContext<SettingsFormValues>()
  const { register, setValue, control, formState } = form
  const isPromised = useWatch({ control, name: 'hasDelivery' })
  return (
    <SettingsSection
      title="Bezorgbelofte"
      about="De dag waarop een pakket er is: bij producten, bij het bestellen, en in de mail. Feestdagen tellen vanzelf mee."
    >
      <div className="rounded-card border border-line px-4">
        <SettingRow
          name="Dag van bezorging beloven"
          checked={isPromised}
          onChange={checked => setValue('hasDelivery', checked, { shouldDirty: true })}
        >
          De wet wil een levertermijn zien; beloof alleen wat je vervoerder meestal haalt.
        </SettingRow>
      </div>
      {isPromised && (
        <div className="grid gap-5">
          <div className="grid items-start gap-x-4 gap-y-5 sm:grid-cols-3">
            {fields.map(({ name, ...field }) => (
              <TextField key={name} form={form} name={`delivery.${name}`} autoComplete="off" {...field} />
            ))}
          </div>
          <OtherCountries />
          <fieldset className="grid gap-2">
            <legend className="mb-2 text-small font-medium">Pakketten gaan weg op</legend>
            <div className="flex flex-wrap gap-x-6 gap-y-2">
              {sendingDays.map((day, index) => (
                <Checkbox key={day} {...register(`delivery.${day}`)}>
                  {dayNames[index]}
                </Checkbox>
              ))}
            </div>
            <FieldError>{formState.errors.delivery?.monday?.message}</FieldError>
          </fieldset>
          <Preview />
        </div>
      )}
    </SettingsSection>
  )
}

/** Of the other countries that orders are shipped to. */
function OtherCountries() {
  const form = useFormContext<SettingsFormValues>()
  const shipsTo = useWatch({ control: form.control, name: 'shipsTo' }).split(' ')
  const others = otherPromisedCountries.filter(code => shipsTo.includes(code))
  if (others.length === 0) return null
  return (
    <fieldset>
      <legend className="mb-1 text-small font-medium">Werkdagen naar andere landen</legend>
      <p className="mb-3 text-small text-ink-soft">
        Leeg belooft daar geen dag. Feestdagen van Duitsland, Frankrijk, Italië en Spanje tellen mee; reken
        die van verder weg zelf mee, en de douane.
      </p>
      <div className="grid grid-cols-2 items-start gap-x-4 gap-y-5 sm:grid-cols-3">
        {others.map(code => (
          <TextField
            key={code}
            form={form}
            name={`delivery.days${code}`}
            label={countryName(code)}
            inputMode="numeric"
            autoComplete="off"
            optional
          />
        ))}
      </div>
    </fieldset>
  )
}

function Preview() {
  const values = useWatch<SettingsFormValues>() as SettingsFormValues
  const [now] = useState(() => new Date())
  const { delivery, shipsTo } = toSettingsInput(values)
  if (delivery === null || !isCompleteDelivery(delivery)) return null
  const text = promiseTextForAll(delivery, shipsTo, now)
  return text && <p className="rounded-card border border-line bg-sunken p-4 text-small">{text}</p>
}
