import { useForm } from 'react-hook-form'
import { Trash2 } from 'lucide-react'
import { ratedClassLabels } from '../labels.rules.ts'
import { formatRate } from '../rates.rules.ts'
import { Field, Select } from '../../../ui/forms/Field.tsx'
import { FormDialog } from '../../../ui/forms/FormDialog.tsx'
import { IconButton } from '../../../ui/components/IconButton.tsx'
import { Options } from '../../../ui/forms/Options.tsx'
import { TextField } from '../../../ui/forms/TextField.tsx'
import { showFieldErrors } from '../../../ui/call/formErrors.ts'
import { formatDate } from '../../../ui/format.ts'
import { contractResolver } from '../../../ui/call/schemaResolver.ts'
import { RatedClass } from '../../../wire/vat.ts'
import type { AdminVatRate } from './contract.ts'
import { useRemoveVatRate, useSetVatRate } from './hooks.ts'
import { type RateForm, toRateInput } from './rateForm.rules.ts'
import { type EuCountry, countryName } from '../../../wire/countries.ts'

const names = ['taxClass', 'basisPoints', 'validFrom'] as const

interface AdminVatRateDialogProps {
  country: EuCountry
  /** All of the country. */
  rates: AdminVatRate[]
  onClose: () => void
}

/** The rates of a country since when, and a new one. */
export function AdminVatRateDialog({ country, rates, onClose }: AdminVatRateDialogProps) {
  const save = useSetVatRate()
  const form = useForm<RateForm>({
    defaultValues: { taxClass: 'STANDARD', basisPoints: '', validFrom: '' },
    resolver: contractResolver(
      async () => (await import('./contract.ts')).setVatRate.input,
      (draft: RateForm) => toRateInput(country, draft),
    ),
  })
  const { register, formState } = form
  const submit = form.handleSubmit(draft =>
    save.mutate(toRateInput(country, draft), {
      onSuccess: onClose,
      onError: error => void showFieldErrors<RateForm>(error, [...names], form.setError),
    }),
  )
  return (
    <FormDialog
      title={`Btw in ${countryName(country)}`}
      description="Een nieuw tarief geldt vanaf zijn eerste dag, voor wat vanaf dan betaald wordt."
      action="Tarief bewaren"
      isBusy={save.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <ul
        aria-label="Bekende tarieven"
        className="divide-y divide-line rounded-card border border-line text-small"
      >
        {rates.map(rate => (
          <KnownRate key={`${rate.taxClass} ${rate.validFrom}`} rate={rate} />
        ))}
      </ul>
      <Field label="Soort" error={formState.errors.taxClass?.message}>
        <Select {...register('taxClass')}>
          <Options values={RatedClass.options} nameOf={name => ratedClassLabels[name]} />
        </Select>
      </Field>
      <TextField
        form={form}
        name="basisPoints"
        label="Tarief in procent"
        inputMode="decimal"
        autoComplete="off"
        placeholder="21"
      />
      <TextField form={form} name="validFrom" label="Eerste dag" type="date" />
    </FormDialog>
  )
}

function KnownRate({ rate }: { rate: AdminVatRate }) {
  const remove = useRemoveVatRate()
  const { country, taxClass, validFrom, basisPoints, isEntered } = rate
  return (
    <li className="flex min-h-11 items-center gap-3 px-4 py-1.5">
      <span className="figures grow">
        {ratedClassLabels[taxClass]}: <strong className="font-semibold">{formatRate(basisPoints)}</strong>{' '}
        vanaf {formatDate(validFrom)}
      </span>
      {isEntered && (
        <IconButton
          icon={Trash2}
          label={`Verwijder ${formatRate(basisPoints)} vanaf ${formatDate(validFrom)}`}
          disabled={remove.isPending}
          onClick={() => remove.mutate({ country, taxClass, validFrom })}
        />
      )}
    </li>
  )
}
