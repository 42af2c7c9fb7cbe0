import { useState } from 'react'
import { useForm, type UseFormReturn } from 'react-hook-form'
import { FormDialog } from '../../../ui/forms/FormDialog.tsx'
import { hasPercentage } from '../conditions.rules.ts'
import { PromotionKind, PromotionTarget } from '../contract.ts'
import { Checkbox } from '../../../ui/forms/Checkbox.tsx'
import { Field, Select } from '../../../ui/forms/Field.tsx'
import { Options } from '../../../ui/forms/Options.tsx'
import { TextField } from '../../../ui/forms/TextField.tsx'
import { showFieldErrors } from '../../../ui/call/formErrors.ts'
import { contractResolver } from '../../../ui/call/schemaResolver.ts'
import { AdminCategoryPicker, AdminProductPicker, type Target } from './AdminTargetPicker.tsx'
import type { AdminPromotion } from './contract.ts'
import {
  parsePromotionForm,
  promotionKindLabels,
  promotionTargetLabels,
  type PromotionForm,
  targetOf,
  toPromotionForm,
} from './form.rules.ts'
import { useSavePromotion } from './hooks.ts'

interface AdminPromotionDialogProps {
  /** Null for a new one. */
  promotion: AdminPromotion | null
  onClose: () => void
}

/** The form of a promotion. Keeps its input when the server refuses it. */
export function AdminPromotionDialog({ promotion, onClose }: AdminPromotionDialogProps) {
  const save = useSavePromotion(promotion)
  const defaultValues = toPromotionForm(promotion)
  const form = useForm<PromotionForm>({
    defaultValues,
    resolver: contractResolver(
      async () => (await import('./contract.ts')).createPromotion.input,
      parsePromotionForm,
    ),
  })
  const targets = useTargets(form, promotion?.targets ?? [])
  const names = Object.keys(defaultValues) as (keyof PromotionForm)[]
  const submit = form.handleSubmit(draft =>
    save.mutate(parsePromotionForm(draft), {
      onSuccess: onClose,
      onError: error => void showFieldErrors<PromotionForm>(error, names, form.setError),
    }),
  )
  return (
    <FormDialog
      title={promotion ? 'Actie bewerken' : 'Nieuwe actie'}
      action="Opslaan"
      isBusy={save.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <div className="grid items-start gap-x-3 gap-y-5 sm:grid-cols-2">
        <TextField form={form} name="title" label="Naam" autoComplete="off" hint="Alleen voor jezelf." />
        <TextField
          form={form}
          name="code"
          label="Code"
          optional
          autoComplete="off"
          hint="Zonder code geldt ze vanzelf."
        />
      </div>
      <ValueFields form={form} {...targets} />
      <TargetFields form={form} {...targets} />
      <LimitFields form={form} />
      <Checkbox {...form.register('isActive')}>Actief: klanten kunnen haar gebruiken</Checkbox>
    </FormDialog>
  )
}

interface FieldsProps {
  form: UseFormReturn<PromotionForm>
}

/** The choice of `targetIds`, with its names. */
function useTargets(form: UseFormReturn<PromotionForm>, targets: Target[]) {
  const [chosen, setChosen] = useState(targets)
  const choose = (next: Target[]) => {
    setChosen(next)
    form.setValue(
      'targetIds',
      next.map(({ id }) => id),
      { shouldValidate: form.formState.isSubmitted },
    )
  }
  return { chosen, choose }
}

type TargetFieldsProps = FieldsProps & ReturnType<typeof useTargets>

function ValueFields({ form, choose }: TargetFieldsProps) {
  const [kind, target] = form.watch(['kind', 'target'])
  const number = { form, inputMode: 'numeric', autoComplete: 'off' } as const
  const { onChange, ...field } = form.register('kind')
  return (
    <div className="grid items-start gap-x-3 gap-y-5 sm:grid-cols-2">
      <Field label="Soort" error={form.formState.errors.kind?.message}>
        <Select
          {...field}
          onChange={event => {
            const next = event.target.value as PromotionKind
            if (targetOf({ kind: next, target }) !== targetOf({ kind, target })) choose([])
            void onChange(event)
          }}
        >
          <Options values={PromotionKind.options} nameOf={each => promotionKindLabels[each]} />
        </Select>
      </Field>
      {hasPercentage(kind) && <TextField {...number} name="percentage" label="Percentage" placeholder="10" />}
      {kind === 'AMOUNT' && (
        <TextField
          {...number}
          inputMode="decimal"
          name="amountCents"
          label="Bedrag in euro"
          placeholder="5,00"
        />
      )}
      {kind === 'MINUTES' && (
        <TextField
          {...number}
          name="minutes"
          label="Minuten"
          placeholder="15"
          hint="Eén keer per bestelling, bijgeschreven als ze onderweg is."
        />
      )}
      {kind === 'BUY_X_GET_Y' && (
        <div className="grid grid-cols-2 items-start gap-3">
          <TextField {...number} name="buyQuantity" label="Te betalen" placeholder="2" />
          <TextField {...number} name="freeQuantity" label="Gratis" placeholder="1" />
        </div>
      )}
    </div>
  )
}

function TargetFields({ form, chosen, choose }: TargetFieldsProps) {
  const kind = form.watch('kind')
  const target = targetOf({ kind, target: form.watch('target') })
  const { onChange, ...field } = form.register('target')
  const picker = { chosen, onChange: choose, error: form.formState.errors.targetIds?.message }
  return (
    <>
      {kind !== 'BUNDLE' && (
        <Field label="Geldt voor" error={form.formState.errors.target?.message}>
          <Select
            {...field}
            onChange={event => {
              choose([])
              void onChange(event)
            }}
          >
            <Options values={PromotionTarget.options} nameOf={each => promotionTargetLabels[each]} />
          </Select>
        </Field>
      )}
      {target === 'CATEGORIES' && <AdminCategoryPicker {...picker} />}
      {target === 'PRODUCTS' && <AdminProductPicker {...picker} />}
    </>
  )
}

const LimitFields = ({ form }: FieldsProps) => (
  <>
    <div className="grid items-start gap-x-3 gap-y-5 sm:grid-cols-2">
      <TextField
        form={form}
        name="minimumCents"
        label="Vanaf, in euro"
        optional
        inputMode="decimal"
        placeholder="50,00"
      />
      <TextField form={form} name="maxUses" label="Hoe vaak in totaal" optional inputMode="numeric" />
    </div>
    {/* Below each other: the browser's own field needs the width. */}
    <div className="grid gap-5">
      <TextField form={form} name="startsAt" label="Vanaf wanneer" optional type="datetime-local" />
      <TextField
        form={form}
        name="endsAt"
        label="Tot wanneer"
        optional
        type="datetime-local"
        hint="Op de klok in Brussel; om 00:00 is de dag ervoor de laatste."
      />
    </div>
    <div className="grid gap-3">
      <Checkbox {...form.register('firstOrderOnly')}>Alleen bij de eerste bestelling van een klant</Checkbox>
      <Checkbox {...form.register('oncePerCustomer')}>Eén keer per klant</Checkbox>
      <p className="text-small text-ink-soft">
        Wordt een oudere bestelling nog met de oude betaallink betaald, dan blijft de korting gelden, ook als
        de code intussen op is of de klant hem al gebruikte. Je ziet dat bij de bestelling.
      </p>
      {form.watch('kind') !== 'MINUTES' && (
        <Checkbox {...form.register('isCombinable')}>
          Mag samen met andere acties die dat ook mogen; anders krijgt de klant de beste.
        </Checkbox>
      )}
    </div>
  </>
)
