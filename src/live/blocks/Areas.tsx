import { X } from 'lucide-react'
import { useApiForm } from '../../ui/call/apiForm.ts'
import { Button } from '../../ui/components/Button.tsx'
import { useIsHydrated } from '../../ui/page/hydrated.ts'
import { Field, Input, Select } from '../../ui/forms/Field.tsx'
import { countryName, findCountryName } from '../../wire/countries.ts'
import type { BlockedArea } from './contract.ts'
import { useHideInArea, useShowInArea } from './hooks.ts'
import { Section } from './Section.tsx'

/** The countries and regions in which the creator is hidden. */
export function Areas({ areas }: { areas: BlockedArea[] }) {
  const show = useShowInArea()
  return (
    <Section id="areas" title="Landen en regio’s">
      <p className="text-small text-ink-soft">
        We kijken naar de adressen in een account, en bij een heel land ook naar het land dat iemand bij het
        kopen van minuten opgaf. Wie geen van beide heeft, zien we niet. Waar iemand nu is, meten we niet: met
        een VPN lijkt iemand toch ergens anders te zijn.
      </p>
      {areas.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {areas.map(area => (
            <li key={area.id}>
              <Button
                variant="secondary"
                size="sm"
                aria-label={`${nameOf(area)} verwijderen`}
                busy={show.isPending && show.variables.areaId === area.id}
                onClick={() => show.mutate({ areaId: area.id })}
              >
                {nameOf(area)}
                <X aria-hidden />
              </Button>
            </li>
          ))}
        </ul>
      )}
      <AreaForm />
    </Section>
  )
}

const nameOf = ({ country, postcode }: BlockedArea): string => {
  if (postcode === '') return countryName(country)
  return `${countryName(country)}, ${postcode.length === 4 ? postcode : `alles met ${postcode}`}`
}

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
/** Codes that have a name and are no country. */
const noCountries = new Set(['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ'])
/** All countries by their names, those of most customers first. */
const countries = letters
  .flatMap(one => letters.map(other => one + other))
  .flatMap(code => {
    const name = noCountries.has(code) ? undefined : findCountryName(code)
    return name === undefined ? [] : [{ code, name, isNear: code === 'NL' || code === 'BE' }]
  })
  .toSorted(
    (one, other) => Number(other.isNear) - Number(one.isNear) || one.name.localeCompare(other.name, 'nl'),
  )

function AreaForm() {
  const hide = useHideInArea()
  // Browsers name and sort countries otherwise than the server does.
  const options = useIsHydrated() ? countries : []
  const form = useApiForm(
    async () => (await import('./contract.ts')).hideInArea.input,
    { country: '', postcode: '' },
    (area, onError, { reset }) => hide.mutate(area, { onSuccess: () => reset(), onError }),
  )
  return (
    <form noValidate method="post" onSubmit={form.submit} className="flex flex-wrap items-start gap-3">
      <Field label="Land" error={form.errors.country?.message} className="min-w-0 grow basis-48">
        <Select {...form.register('country')}>
          <option value="">Kies een land</option>
          {options.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
      <Field
        label="Begin van de postcode"
        optional
        hint="Alleen in Nederland en België: de eerste 2 of alle 4 cijfers."
        error={form.errors.postcode?.message}
        className="grow basis-48"
      >
        <Input inputMode="numeric" maxLength={4} autoComplete="off" {...form.register('postcode')} />
      </Field>
      <Button type="submit" variant="secondary" className="max-sm:w-full sm:mt-6.5" busy={hide.isPending}>
        Toevoegen
      </Button>
    </form>
  )
}
