import { zodResolver } from '@hookform/resolvers/zod'
import type { ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { Button } from '../../ui/components/Button.tsx'
import { Field, Input, Textarea } from '../../ui/components/Field.tsx'
import { WithdrawalInput } from './contract.ts'
import type { WithdrawalFormValues } from './hooks.ts'

interface WithdrawalFormProps {
  initial: WithdrawalFormValues
  /** The lines of the order, when the user is known to own it. */
  lines?: ReactNode
  /** Called with the input, for confirmation. */
  onFilled: (input: WithdrawalFormValues) => void
}

type Typed = z.input<typeof WithdrawalInput>

export function WithdrawalForm({ initial, lines, onFilled }: WithdrawalFormProps) {
  const { register, handleSubmit, formState } = useForm<Typed, unknown, z.output<typeof WithdrawalInput>>({
    resolver: zodResolver(WithdrawalInput),
    defaultValues: initial,
  })
  const { errors } = formState
  return (
    <form
      onSubmit={event => void handleSubmit(filled => onFilled(filled))(event)}
      noValidate
      method="post"
      className="grid gap-5"
    >
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <Field label="Naam" error={errors.name?.message}>
          <Input autoComplete="name" {...register('name')} />
        </Field>
        <Field label="E-mailadres" error={errors.email?.message} hint="Waarmee je besteld hebt">
          <Input type="email" autoComplete="email" inputMode="email" {...register('email')} />
        </Field>
      </div>
      <Field
        label="Bestelnummer"
        error={errors.orderNumber?.message}
        hint="Zoals 2026-000042, zie je bevestigingsmail"
      >
        <Input autoComplete="off" spellCheck={false} {...register('orderNumber')} />
      </Field>
      {lines}
      <Field
        label="Welke producten, of een toelichting"
        optional
        error={errors.remark?.message}
        hint="Laat leeg voor de hele bestelling. Een reden geven hoeft niet."
      >
        <Textarea rows={3} maxLength={1000} {...register('remark')} />
      </Field>
      <Button type="submit" className="justify-self-start max-sm:w-full">
        Verder
      </Button>
    </form>
  )
}
