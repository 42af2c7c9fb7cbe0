import { useState } from 'react'
import { Field, Input, Select } from '../../ui/forms/Field.tsx'
import { destinationCountries, type parseParcel, type ParcelForm } from './calculator.rules.ts'

interface ParcelFieldsProps {
  measures: ParcelForm
  hasFixedCountry: boolean
  errors: ReturnType<typeof parseParcel>['errors']
  onChange: (measures: ParcelForm) => void
}

const sides = [
  { name: 'length', label: 'Lengte' },
  { name: 'width', label: 'Breedte' },
  { name: 'height', label: 'Hoogte' },
] as const

/** The parcel form: country, weight and optional dimensions. */
export function ParcelFields({ measures, hasFixedCountry, errors, onChange }: ParcelFieldsProps) {
  // No message for an empty field before it was left.
  const [hasLeft, leave] = useState(false)
  const set = (part: Partial<ParcelForm>) => onChange({ ...measures, ...part })
  return (
    <div className="grid gap-5">
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Land" error={errors.country}>
          <Select
            value={measures.country}
            disabled={hasFixedCountry}
            onChange={event => set({ country: event.target.value })}
          >
            {destinationCountries.map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
        <Field
          label="Gewicht in gram"
          error={measures.weight.trim() !== '' || hasLeft ? errors.weight : undefined}
        >
          <Input
            inputMode="decimal"
            autoComplete="off"
            placeholder="500"
            value={measures.weight}
            onChange={event => set({ weight: event.target.value })}
            onBlur={() => leave(true)}
          />
        </Field>
      </div>
      <fieldset>
        <legend className="mb-2 text-small font-medium">
          Afmetingen in cm <span className="font-normal text-ink-faint">(niet verplicht)</span>
        </legend>
        <div className="grid grid-cols-3 items-start gap-3">
          {sides.map(({ name, label }) => (
            <Field key={name} label={label} error={errors[name]}>
              <Input
                inputMode="decimal"
                autoComplete="off"
                aria-required={false}
                value={measures[name]}
                onChange={event => set({ [name]: event.target.value })}
              />
            </Field>
          ))}
        </div>
      </fieldset>
    </div>
  )
}
