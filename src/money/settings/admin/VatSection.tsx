import { useFormContext, useWatch } from 'react-hook-form'
import { Link } from 'react-router'
import { RadioCard } from '../../../ui/forms/Checkbox.tsx'
import { VatScheme } from '../../../wire/vat.ts'
import { vatSchemeLabels, vatSchemeMeanings } from '../../vat/labels.rules.ts'
import { includesVat } from '../../vat/rules.ts'
import type { SettingsFormValues } from './form.rules.ts'
import { evidenceLabels } from '../rules.ts'
import { SettingsSection } from './SettingsSections.tsx'

/** Which VAT the prices include. */
const shownSchemes = [
  VatScheme.enum.DOMESTIC,
  VatScheme.enum.OSS,
  VatScheme.enum.SMALL_ENTERPRISE,
  VatScheme.enum.NONE,
]

export function VatSection() {
  const { register, control } = useFormContext<SettingsFormValues>()
  const scheme = useWatch({ control, name: 'vatScheme' })
  return (
    <SettingsSection
      title="Btw"
      about="Wat er in de prijzen zit. Het geldt voor wat vanaf nu besteld wordt. Twijfel je, vraag het je boekhouder."
    >
      <fieldset className="grid gap-3">
        <legend className="sr-only">Btw in de prijzen</legend>
        {shownSchemes.map(name => (
          <RadioCard key={name} value={name} title={vatSchemeLabels[name]} {...register('vatScheme')}>
            {vatSchemeMeanings[name]}
          </RadioCard>
        ))}
      </fieldset>
      {includesVat(scheme) && (
        <fieldset className="grid gap-3 sm:grid-cols-2">
          <legend className="mb-2 text-small font-medium">
            Hoe we weten waar een klant van iets digitaals woont
          </legend>
          <RadioCard value="ONE" title={evidenceLabels.ONE} {...register('vatEvidence')}>
            Genoeg zolang je over de grens onder € 100.000 per jaar blijft.
          </RadioCard>
          <RadioCard value="TWO" title={evidenceLabels.TWO} {...register('vatEvidence')}>
            Nodig daarboven: het adres of het land dat de klant noemt, en het land van de betaling.
          </RadioCard>
        </fieldset>
      )}
      <p className="text-small">
        De tarieven, en hoeveel je over de grens verkocht, staan bij{' '}
        <Link to="/admin/vat" className="text-accent-text underline underline-offset-4">
          Btw
        </Link>
        .
      </p>
    </SettingsSection>
  )
}
