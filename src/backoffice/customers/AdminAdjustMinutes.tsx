import { useRef } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { showFieldErrors } from '../../ui/call/formErrors.ts'
import { formatMinutes } from '../../ui/format.ts'
import { newIdempotencyKey } from '../../ui/call/idempotencyKey.ts'
import { Button } from '../../ui/components/Button.tsx'
import { Card } from '../../ui/components/Card.tsx'
import { RadioCard } from '../../ui/forms/Checkbox.tsx'
import { Field, Input } from '../../ui/forms/Field.tsx'
import type { CustomerDetail } from './contract.ts'
import { schemaResolver } from '../../ui/call/schemaResolver.ts'
import { useAdjustMinutes } from './hooks.ts'

const resolver = schemaResolver(async () => (await import('./minutesForm.rules.ts')).MinutesForm)

/** The balance of a customer, and a form that adds or removes minutes with a reason. */
export function AdminAdjustMinutes({ customer }: { customer: CustomerDetail }) {
  const adjust = useAdjustMinutes()
  const keyOf = useIdempotencyKey()
  const { register, handleSubmit, setError, reset, control, formState } = useForm({
    resolver,
    defaultValues: { way: 'on' as const, minutes: '', reason: '' },
  })
  const { errors } = formState
  const typed = useWatch({ control })
  const submit = handleSubmit(({ way, minutes, reason }) => {
    const change = { userId: customer.id, minutes: way === 'on' ? minutes : -minutes, reason }
    adjust.mutate(
      { change, idempotencyKey: keyOf(change) },
      {
        onSuccess: () => {
          keyOf(null)
          reset()
        },
        onError: error => void showFieldErrors(error, ['minutes', 'reason'], setError),
      },
    )
  })
  return (
    <Card className="p-5">
      <h2 className="display text-subheading">Minuten</h2>
      <p
        className="display figures mt-1 mb-4 text-title"
        aria-label={`Saldo: ${formatMinutes(customer.minutesBalance)}`}
      >
        {customer.minutesBalance}
      </p>
      <form onSubmit={event => void submit(event)} noValidate method="post">
        <fieldset disabled={customer.deleteAfter !== null} className="grid gap-4">
          <legend className="sr-only">Minuten aanpassen</legend>
          <div role="radiogroup" aria-label="Erbij of eraf" className="grid grid-cols-2 gap-2">
            <RadioCard title="Erbij" value="on" className="p-3" {...register('way')} />
            <RadioCard title="Eraf" value="off" className="p-3" {...register('way')} />
          </div>
          <Field
            label="Aantal minuten"
            error={errors.minutes?.message}
            hint={describeNewBalance(customer.minutesBalance, typed)}
          >
            <Input inputMode="numeric" autoComplete="off" {...register('minutes')} />
          </Field>
          <Field
            label="Reden"
            error={errors.reason?.message}
            hint="Komt in het grootboek, en in de kopie die iemand van de eigen gegevens kan vragen."
          >
            <Input autoComplete="off" {...register('reason')} />
          </Field>
          <Button type="submit" variant="secondary" busy={adjust.isPending}>
            Minuten aanpassen
          </Button>
        </fieldset>
      </form>
    </Card>
  )
}

/** The new balance, in words. */
function describeNewBalance(
  balance: number,
  { way, minutes = '' }: { way?: 'on' | 'off'; minutes?: string },
): string {
  const count = /^\d{1,4}$/.test(minutes.trim()) ? Number(minutes) : 0
  const next = way === 'off' ? balance - count : balance + count
  if (next < 0) return `Er zijn er ${balance}: meer kun je er niet af halen.`
  return count > 0 ? `Het saldo wordt ${formatMinutes(next)}.` : 'Hoogstens 1000 in één keer.'
}

/** An idempotency key that stays the same for repetitions of one change, until it succeeds. */
function useIdempotencyKey() {
  const last = useRef({ of: '', key: '' })
  return (change: object | null): string => {
    const of = JSON.stringify(change)
    if (last.current.of !== of) last.current = { of, key: newIdempotencyKey() }
    return last.current.key
  }
}
