import { useState } from 'react'
import { useCheckedSubmit } from '../../../ui/call/formErrors.ts'
import { Checkbox } from '../../../ui/forms/Checkbox.tsx'
import { Field, Input, Select } from '../../../ui/forms/Field.tsx'
import { FormDialog } from '../../../ui/forms/FormDialog.tsx'
import { Options } from '../../../ui/forms/Options.tsx'
import { parseEuroInput } from '../../../wire/money.ts'
import { keysOf } from '../../../wire/records.ts'
import type { EarningSource } from '../contract.ts'
import { sourceLabels } from '../labels.rules.ts'
import { useAddShare } from './hooks.ts'

interface ShareDialogProps {
  /** Null: everyone without a share of her own. */
  creator: { id: string; displayName: string } | null
  onClose: () => void
}

const empty = {
  source: 'MINUTES' as EarningSource,
  percentage: '',
  deductsFee: false,
  freeMinute: '',
  startsAt: '',
}

/** The input of the call; NaN for a field whose text is no amount, which the contract refuses. */
function toShare({ source, percentage, deductsFee, freeMinute, startsAt }: typeof empty) {
  const hasFreeMinute = source === 'MINUTES' && freeMinute !== ''
  return {
    source,
    deductsFee,
    basisPoints: percentage === '' ? Number.NaN : Math.round(Number(percentage.replace(',', '.')) * 100),
    freeMinuteCents: hasFreeMinute ? (parseEuroInput(freeMinute) ?? Number.NaN) : null,
    startsAt: startsAt === '' ? null : new Date(startsAt).toISOString(),
  }
}

/** Notes the share of a creator, or of everyone, from now or a later moment on. */
export function ShareDialog({ creator, onClose }: ShareDialogProps) {
  const [typed, setTyped] = useState(empty)
  const { source, deductsFee } = typed
  const add = useAddShare()
  const { errors, submit } = useCheckedSubmit(
    async () => (await import('./contract.ts')).addEarningShare.input,
    add,
  )
  const share = () => ({ creatorId: creator?.id ?? null, ...toShare(typed) })
  const field = (name: 'percentage' | 'freeMinute' | 'startsAt') => ({
    value: typed[name],
    autoComplete: 'off',
    onChange: (event: { target: { value: string } }) => setTyped({ ...typed, [name]: event.target.value }),
  })
  return (
    <FormDialog
      title={creator ? `Deel van ${creator.displayName}` : 'Deel van alle creators'}
      description="Het geldt voor sessies en cadeaus die daarna beginnen, en nooit met terugwerkende kracht. Spreek het eerst af."
      action="Noteren"
      isBusy={add.isPending}
      onSubmit={event => submit(event, share(), onClose)}
      onClose={onClose}
    >
      <Field label="Waarvan" error={errors['source']}>
        <Select
          value={source}
          onChange={event => setTyped({ ...typed, source: event.target.value as EarningSource })}
        >
          <Options values={keysOf(sourceLabels)} nameOf={each => sourceLabels[each]} />
        </Select>
      </Field>
      <Field
        label="Deel voor de creator, in procent"
        hint="Van de prijs zonder btw."
        error={errors['basisPoints']}
      >
        <Input inputMode="decimal" {...field('percentage')} />
      </Field>
      <Checkbox
        checked={deductsFee}
        onChange={event => setTyped({ ...typed, deductsFee: event.target.checked })}
      >
        Eerst gaan de kosten van de betaaldienst eraf
      </Checkbox>
      {source === 'MINUTES' && (
        <Field
          label="Waarde van een gratis minuut, in euro"
          hint="Zonder btw. Leeg: de laagste prijs per minuut."
          optional
          error={errors['freeMinuteCents']}
        >
          <Input inputMode="decimal" {...field('freeMinute')} />
        </Field>
      )}
      <Field label="Vanaf" hint="Leeg: vanaf nu." optional error={errors['startsAt']}>
        <Input type="datetime-local" {...field('startsAt')} />
      </Field>
    </FormDialog>
  )
}
