import { useFormContext, type UseFormReturn } from 'react-hook-form'
import { Field, Select } from '../../../ui/forms/Field.tsx'
import { Options } from '../../../ui/forms/Options.tsx'
import { SettingRow } from '../../../ui/forms/SettingRow.tsx'
import { TextField } from '../../../ui/forms/TextField.tsx'
import { keysOf } from '../../../wire/records.ts'
import { paymentMethodLabels, paymentUseLabels } from '../../payments/labels.rules.ts'
import type { PaymentChoices } from './contract.ts'
import type { SettingsFormValues } from './form.rules.ts'
import { payoutRhythmLabels } from '../rules.ts'
import { SettingsSection } from './SettingsSections.tsx'

/** Where each kind of purchase is paid, and the fees. */
export function PaymentSection({ accounts, defaults }: PaymentChoices) {
  const form = useFormContext<SettingsFormValues>()
  const { register, formState, setValue, watch } = form
  const nameOf = (provider: string) => accounts.find(({ id }) => id === provider)?.name ?? provider
  return (
    <SettingsSection
      title="Betalen"
      about="Welke betaaldienst wat aanneemt, en wat een betaling kost. Het geldt voor wat vanaf nu gekocht wordt."
    >
      <div className="grid items-start gap-5 sm:grid-cols-2">
        {keysOf(paymentUseLabels).map(use => (
          <Field
            key={use}
            label={paymentUseLabels[use]}
            error={formState.errors.paymentProviders?.[use]?.message}
          >
            <Select {...register(`paymentProviders.${use}`)}>
              <option value="">Zoals de server zegt: {nameOf(defaults[use])}</option>
              {accounts.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          </Field>
        ))}
      </div>
      <div className="rounded-card border border-line px-4">
        <SettingRow
          name="Cadeaubonnen en tegoed voor alles"
          checked={watch('creditBuysAll')}
          onChange={checked => setValue('creditBuysAll', checked, { shouldDirty: true })}
        >
          Ook voor wat de betaaldienst van de cadeaubonnen niet aanneemt. Vraag hem eerst of dat mag.
        </SettingRow>
      </div>
      <Fees form={form} />
    </SettingsSection>
  )
}

/** The fees of each method, and after how many days an earning of a creator that it paid for may be paid out. */
const Fees = ({ form }: { form: UseFormReturn<SettingsFormValues> }) => (
  <fieldset className="grid gap-4">
    <legend className="mb-2 text-small font-medium">
      Kosten per betaling, uit je contracten, en na hoeveel dagen een bank haar niet meer terugneemt
    </legend>
    {keysOf(paymentMethodLabels).map(method => (
      <div key={method} className="grid grid-cols-3 items-start gap-x-4 gap-y-2">
        <TextField
          form={form}
          name={`fixedFees.${method}`}
          label={`${paymentMethodLabels[method]}, in euro`}
          inputMode="decimal"
          autoComplete="off"
        />
        <TextField
          form={form}
          name={`feePerMille.${method}`}
          label={`${paymentMethodLabels[method]}, in promille`}
          inputMode="decimal"
          autoComplete="off"
        />
        <TextField
          form={form}
          name={`finalDays.${method}`}
          label={`${paymentMethodLabels[method]}, zeker na dagen`}
          inputMode="numeric"
          autoComplete="off"
        />
      </div>
    ))}
  </fieldset>
)

/** How creators are paid. */
export function PayoutSection() {
  const form = useFormContext<SettingsFormValues>()
  const { register, formState } = form
  return (
    <SettingsSection title="Creators uitbetalen" about="Van welke rekening, vanaf hoeveel, en wanneer.">
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <TextField form={form} name="payoutIban" label="Van welke rekening (IBAN)" autoComplete="off" />
        <TextField
          form={form}
          name="payoutMinimum"
          label="Vanaf hoeveel, in euro"
          hint="Wie minder heeft, wacht op de volgende keer."
          inputMode="decimal"
          autoComplete="off"
        />
        <Field label="Wanneer" error={formState.errors.payoutRhythm?.message}>
          <Select {...register('payoutRhythm')}>
            <Options values={keysOf(payoutRhythmLabels)} nameOf={rhythm => payoutRhythmLabels[rhythm]} />
          </Select>
        </Field>
      </div>
    </SettingsSection>
  )
}
