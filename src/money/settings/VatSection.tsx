import { useFormContext } from 'react-hook-form'
import { RadioCard } from '../../ui/components/Checkbox.tsx'
import type { SettingsFormValues } from './form.rules.ts'
import { SettingsSection } from './SettingsSection.tsx'
import { vatModeLabels } from './rules.ts'

/** The VAT rates that the prices include. */
export function VatSection() {
  const { register } = useFormContext<SettingsFormValues>()
  return (
    <SettingsSection
      title="Btw"
      about="Wat er in de prijzen zit. Het geldt voor facturen die vanaf nu gemaakt worden."
    >
      <fieldset className="grid gap-3">
        <legend className="sr-only">Btw in de prijzen</legend>
        <RadioCard value="NL_21" title={vatModeLabels.NL_21} {...register('vatMode')}>
          De factuur noemt het bedrag zonder btw en de btw.
        </RadioCard>
        <RadioCard value="BE_SMALL_BUSINESS" title={vatModeLabels.BE_SMALL_BUSINESS} {...register('vatMode')}>
          Zonder btw. Op de factuur staat: Bijzondere vrijstellingsregeling kleine ondernemingen: btw niet van
          toepassing.
        </RadioCard>
        <RadioCard value="NONE" title={vatModeLabels.NONE} {...register('vatMode')}>
          De factuur zegt niets over btw. Alleen voor wie niet btw-plichtig is.
        </RadioCard>
      </fieldset>
    </SettingsSection>
  )
}
