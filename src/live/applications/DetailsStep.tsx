import { countryName, deliveryCountries, euCountries } from '../../wire/countries.ts'
import { useApiForm } from '../../ui/call/apiForm.ts'
import { Button } from '../../ui/components/Button.tsx'
import { Field, Select, Textarea } from '../../ui/forms/Field.tsx'
import { Options } from '../../ui/forms/Options.tsx'
import { TextField } from '../../ui/forms/TextField.tsx'
import type { ApplicationDetails } from './contract.ts'
import { useSaveDetails } from './hooks.ts'

/** The countries of an address or a document, the nearest first. */
export const countryCodes = [...new Set([...deliveryCountries.map(({ code }) => code), ...euCountries])]

const nothing: ApplicationDetails = { legalName: '', dateOfBirth: '', address: '', country: '', plans: '' }

interface DetailsStepProps {
  saved: ApplicationDetails | null
  onSaved: () => void
}

export function DetailsStep({ saved, onSaved }: DetailsStepProps) {
  const save = useSaveDetails(saved === null)
  const form = useApiForm<ApplicationDetails, ApplicationDetails>(
    async () => (await import('./contract.ts')).ApplicationDetails,
    saved ?? nothing,
    (details, onError) => save.mutate(details, { onSuccess: onSaved, onError }),
  )
  return (
    <form onSubmit={form.submit} noValidate method="post" className="grid gap-5">
      <TextField
        form={form}
        name="legalName"
        label="Je volledige naam"
        hint="Zoals die op je document staat. Klanten zien alleen je weergavenaam."
        autoComplete="name"
      />
      <TextField form={form} name="dateOfBirth" label="Geboortedatum" type="date" autoComplete="bday" />
      <TextField
        form={form}
        name="address"
        label="Adres"
        hint="Straat, huisnummer, postcode en plaats"
        autoComplete="street-address"
      />
      <Field label="Land" error={form.errors.country?.message}>
        <Select autoComplete="country" {...form.register('country')}>
          <option value="">Kies</option>
          <Options values={countryCodes} nameOf={countryName} />
        </Select>
      </Field>
      <Field label="Wat wil je doen?" error={form.errors.plans?.message}>
        <Textarea rows={4} maxLength={1000} {...form.register('plans')} />
      </Field>
      <Button type="submit" busy={save.isPending} className="justify-self-start max-sm:w-full">
        Opslaan en verder
      </Button>
    </form>
  )
}
