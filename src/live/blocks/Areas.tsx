import { X } from 'lucide-react'
import { Button } from '../../ui/components/Button.tsx'
import { useApiForm } from '../../ui/call/apiForm.ts'
import { Field, Input, Select } from '../../ui/forms/Field.tsx'
import { countryName, findCountryName } from '../../wire/countries.ts'
import type { BlockedArea } from './contract.ts'
import { Section } from './Section.tsx'
import { useHideInArea, useShowInArea } from './hooks.ts'

/** The countries and regions in which the creator is hidden. */
export const Areas = ({ areas }: { areas: BlockedArea[] }) => (
  <>
    <Section id="countries" title="Landen">
      <p className="text-small text-ink-soft">
        We kijken naar de adressen in een account, en naar het land dat iemand bij het kopen van minuten
        opgaf. Wie geen van beide heeft, zien we niet. Waar iemand nu is, meten we niet: dat zou met een VPN
        toch niet kloppen.
      </p>
      <AreaList areas={areas.filter(({ postcode }) => postcode === '')} />
      <CountryForm chosen={areas} />
    </Section>
    <Section id="regions" title="Regio’s">
      <p className="text-small text-ink-soft">
        Met de eerste 2 of alle 4 cijfers van een postcode. Dit werkt alleen bij mensen met een adres in hun
        account; van wie alleen minuten koopt, hebben we er vaak geen.
      </p>
      <AreaList areas={areas.filter(({ postcode }) => postcode !== '')} />
      <RegionForm />
    </Section>
  </>
)

const nameOf = ({ country, postcode }: BlockedArea): string => {
  const rest = postcode.length === 2 ? ' en verder' : ''
  return postcode === '' ? countryName(country) : `${countryName(country)}, ${postcode}${rest}`
}

function AreaList({ areas }: { areas: BlockedArea[] }) {
  const show = useShowInArea()
  if (areas.length === 0) return null
  return (
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
  )
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

const loadInput = async () => (await import('./contract.ts')).hideInArea.input

function CountryForm({ chosen }: { chosen: BlockedArea[] }) {
  const hide = useHideInArea()
  const form = useApiForm(loadInput, { country: '' }, (area, onError, { reset }) =>
    hide.mutate(area, { onSuccess: () => reset(), onError }),
  )
  const isChosen = (code: string) =>
    chosen.some(({ country, postcode }) => country === code && postcode === '')
  return (
    <form noValidate method="post" onSubmit={form.submit} className="flex flex-wrap items-end gap-3">
      <Field label="Land" error={form.errors.country?.message} className="min-w-0 grow basis-56">
        <Select {...form.register('country')}>
          <option value="">Kies een land</option>
          {countries.map(({ code, name }) => (
            <option key={code} value={code} disabled={isChosen(code)}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
      <Button type="submit" variant="secondary" busy={hide.isPending}>
        Land toevoegen
      </Button>
    </form>
  )
}

function RegionForm() {
  const hide = useHideInArea()
  const form = useApiForm(
    async () => (await import('./contract.ts')).HiddenRegion,
    { country: 'NL', postcode: '' },
    (area, onError, { setValue }) =>
      hide.mutate(area, { onSuccess: () => setValue('postcode', ''), onError }),
  )
  return (
    <form noValidate method="post" onSubmit={form.submit} className="flex flex-wrap items-end gap-3">
      <Field label="Land van de regio" className="grow basis-40">
        <Select {...form.register('country')}>
          <option value="NL">Nederland</option>
          <option value="BE">België</option>
        </Select>
      </Field>
      <Field label="Begin van de postcode" error={form.errors.postcode?.message} className="grow basis-40">
        <Input inputMode="numeric" maxLength={4} autoComplete="off" {...form.register('postcode')} />
      </Field>
      <Button type="submit" variant="secondary" busy={hide.isPending}>
        Regio toevoegen
      </Button>
    </form>
  )
}
