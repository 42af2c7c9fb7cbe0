import { useFormContext, useWatch } from 'react-hook-form'
import { Field, Textarea } from '../../ui/components/Field.tsx'
import { SettingRow } from '../../ui/components/SettingRow.tsx'
import { TextField } from '../../ui/components/TextField.tsx'
import type { SettingsFormValues } from './form.rules.ts'
import { SettingsSection } from './SettingsSection.tsx'

/** The holiday notice that customers see. */
export function HolidayNoticeSection() {
  const form = useFormContext<SettingsFormValues>()
  const { register, setValue, control, formState } = form
  const isShown = useWatch({ control, name: 'hasNotice' })
  return (
    <SettingsSection
      title="Bericht voor klanten"
      about="Een rustige regel boven de pagina’s van de winkel en bij het bestellen, zoals voor een vakantie."
    >
      <div className="rounded-card border border-line px-4">
        <SettingRow
          name="Bericht tonen"
          checked={isShown}
          onChange={checked => setValue('hasNotice', checked, { shouldDirty: true })}
        >
          Van de eerste tot en met de laatste dag, naar de klok in Brussel.
        </SettingRow>
      </div>
      {isShown && (
        <div className="grid items-start gap-x-4 gap-y-5 sm:grid-cols-2">
          <Field
            label="Bericht"
            error={formState.errors.holidayNotice?.text?.message}
            className="sm:col-span-2"
          >
            <Textarea
              rows={2}
              placeholder="We zijn met vakantie. Wat je nu bestelt, versturen we op 4 januari."
              {...register('holidayNotice.text')}
            />
          </Field>
          <TextField form={form} name="holidayNotice.from" label="Eerste dag" type="date" />
          <TextField form={form} name="holidayNotice.until" label="Laatste dag" type="date" />
        </div>
      )}
    </SettingsSection>
  )
}
