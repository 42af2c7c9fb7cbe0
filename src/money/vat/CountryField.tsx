import { Field, Select } from '../../ui/forms/Field.tsx'
import { euCountryOptions } from './countries.rules.ts'
import type { StatedCountry } from './country.hooks.ts'
import { countryName } from '../../wire/countries.ts'

/** Outside the EU, where many customers come from; any other country is taxed as at home until the payment says more. */
const others = ['GB', 'CH', 'NO', 'US', 'CA', 'AU'].map(code => ({ code, name: countryName(code) }))

/** Asks where the customer lives; renders nothing when that is known or does not matter. */
export function CountryField({ stated: { isAsked, country, choose } }: { stated: StatedCountry }) {
  if (!isAsked) return null
  return (
    <Field
      label="In welk land woon je?"
      hint="Dat bepaalt welke btw er in de prijs zit; de prijs blijft gelijk."
      optional
    >
      <Select autoComplete="country" value={country} onChange={event => choose(event.target.value)}>
        <option value="">Kies je land</option>
        {[...euCountryOptions, ...others].map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </Select>
    </Field>
  )
}
