import { useFormContext, useWatch } from 'react-hook-form'
import { RadioCard } from '../../ui/components/Checkbox.tsx'
import { SettingRow } from '../../ui/components/SettingRow.tsx'
import { TextField } from '../../ui/components/TextField.tsx'
import type { SettingsFormValues } from './form.rules.ts'
import { SettingsSection } from './SettingsSection.tsx'

/** The shop's name, access, display and accepted payments. */
export function ShopSection() {
  const form = useFormContext<SettingsFormValues>()
  const { register, setValue, control } = form
  const isRated = useWatch({ control, name: 'placeholderRating' })
  return (
    <SettingsSection title="Winkel" about="Hoe de winkel heet, wie er rondkijkt, en wat track & trace kost.">
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <TextField form={form} name="shopName" label="Naam van de winkel" autoComplete="off" />
        <TextField
          form={form}
          name="trackingCost"
          label="Prijs van track & trace in euro"
          hint="Eén keer per bestelling. 0 is gratis."
          inputMode="decimal"
          autoComplete="off"
        />
      </div>
      <fieldset className="grid gap-3 sm:grid-cols-2">
        <legend className="mb-2 text-small font-medium">Wie mag rondkijken</legend>
        <RadioCard value="members" title="Alleen leden" {...register('storefrontAccess')}>
          Wie niet is ingelogd, komt eerst bij het inloggen. Zoekmachines zien niets.
        </RadioCard>
        <RadioCard value="public" title="Iedereen" {...register('storefrontAccess')}>
          De winkel staat open voor bezoekers en zoekmachines.
        </RadioCard>
      </fieldset>
      <div className="rounded-card border border-line px-4">
        <SettingRow
          name="Verzonnen beoordeling"
          checked={isRated}
          onChange={checked => setValue('placeholderRating', checked, { shouldDirty: true })}
        >
          Producten zonder review tonen 4,5. In de EU mag dat niet: zet dit uit voordat je opengaat.
        </SettingRow>
      </div>
    </SettingsSection>
  )
}
