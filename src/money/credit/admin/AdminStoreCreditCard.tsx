import { useSuspenseQuery } from '@tanstack/react-query'
import { useForm, useWatch } from 'react-hook-form'
import { formatDate } from '../../../ui/format.ts'
import { Button } from '../../../ui/components/Button.tsx'
import { Card } from '../../../ui/components/Card.tsx'
import { RadioCard } from '../../../ui/forms/Checkbox.tsx'
import { cn } from '../../../ui/components/cn.ts'
import { Field, Input } from '../../../ui/forms/Field.tsx'
import { showFieldErrors } from '../../../ui/call/formErrors.ts'
import { useIdempotencyKey } from '../../../ui/call/idempotencyKey.ts'
import { contractResolver } from '../../../ui/call/schemaResolver.ts'
import { formatCents } from '../../../wire/money.ts'
import { useChangeUserCredit, userCreditQuery } from './hooks.ts'
import type { AdminCreditEntry } from '../contract.ts'
import { type CreditForm, signedAmount } from './giveForm.rules.ts'
import { creditEntryLabels, formatSignedCents } from '../labels.rules.ts'

const toInput = ({ reason, ...typed }: CreditForm) => ({ amount: signedAmount(typed), reason })

interface StoreCreditCardProps {
  userId: string
  /** The account is closed: it can only be read. */
  isClosed: boolean
}

/** The store credit of a customer, its changes, and a form to give or take some. */
export function AdminStoreCreditCard({ userId, isClosed }: StoreCreditCardProps) {
  const { data: credit } = useSuspenseQuery(userCreditQuery(userId))
  return (
    <Card className="p-5">
      <h2 className="display text-subheading">Tegoed</h2>
      <p className="display figures mt-1 mb-4 text-title">{formatCents(credit.balance)}</p>
      <CreditChangeForm userId={userId} balance={credit.balance} isClosed={isClosed} />
      <Entries entries={credit.entries} />
    </Card>
  )
}

function CreditChangeForm({ userId, balance, isClosed }: StoreCreditCardProps & { balance: number }) {
  const change = useChangeUserCredit()
  const keyFor = useIdempotencyKey()
  const { register, handleSubmit, setError, reset, control, formState } = useForm<CreditForm>({
    defaultValues: { way: 'on', amount: '', reason: '' },
    resolver: contractResolver(
      async () => (await import('./contract.ts')).changeUserCredit.input.pick({ amount: true, reason: true }),
      toInput,
    ),
  })
  const { errors } = formState
  const { way = 'on', amount = '' } = useWatch({ control })
  const submit = handleSubmit(typed => {
    const input = { userId, ...toInput(typed) }
    change.mutate(
      { input, idempotencyKey: keyFor(JSON.stringify([input, balance])) },
      {
        onSuccess: () => reset(),
        onError: error => void showFieldErrors<CreditForm>(error, ['amount', 'reason'], setError),
      },
    )
  })
  return (
    <form onSubmit={event => void submit(event)} noValidate method="post">
      <fieldset disabled={isClosed} className="grid gap-4">
        <legend className="sr-only">Tegoed aanpassen</legend>
        <div role="radiogroup" aria-label="Geven of terugnemen" className="grid grid-cols-2 gap-2">
          <RadioCard title="Geven" value="on" className="p-3" {...register('way')} />
          <RadioCard title="Terugnemen" value="off" className="p-3" {...register('way')} />
        </div>
        <Field
          label="Bedrag in euro"
          error={errors.amount?.message}
          hint={describeNewCredit(balance, signedAmount({ way, amount }))}
        >
          <Input inputMode="decimal" autoComplete="off" {...register('amount')} />
        </Field>
        <Field label="Waarom" error={errors.reason?.message} hint="De klant leest het bij het tegoed.">
          <Input autoComplete="off" {...register('reason')} />
        </Field>
        <Button type="submit" variant="secondary" busy={change.isPending}>
          Tegoed aanpassen
        </Button>
      </fieldset>
    </form>
  )
}

function describeNewCredit(balance: number, amount: number): string {
  if (!(Math.abs(amount) > 0)) return 'Hoogstens € 1.000 in één keer.'
  const next = balance + amount
  return next < 0
    ? `Er is ${formatCents(balance)}: meer kun je er niet af halen.`
    : `Het tegoed wordt ${formatCents(next)}.`
}

function Entries({ entries }: { entries: AdminCreditEntry[] }) {
  if (entries.length === 0) return null
  return (
    <ul
      aria-label="Tegoed erbij en eraf, het nieuwste eerst"
      // oxlint-disable-next-line jsx_a11y/no-noninteractive-tabindex -- a scrolling element must be reached by keyboard
      tabIndex={0}
      className="figures mt-5 max-h-72 divide-y divide-line overflow-y-auto border-t border-line text-small"
    >
      {entries.map(({ id, kind, amount, reason, orderNumber, by, createdAt }) => (
        <li key={id} className="flex items-start justify-between gap-4 py-3">
          <span className="grid min-w-0 gap-0.5">
            <span className="font-medium">{creditEntryLabels[kind]}</span>
            <span className="wrap-anywhere text-ink-soft">
              {[formatDate(createdAt), orderNumber, reason, by && `door ${by}`].filter(Boolean).join(' · ')}
            </span>
          </span>
          <span className={cn('shrink-0 font-medium', amount > 0 && 'text-green')}>
            {formatSignedCents(amount)}
          </span>
        </li>
      ))}
    </ul>
  )
}
