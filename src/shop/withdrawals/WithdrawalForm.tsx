import { zodResolver } from '@hookform/resolvers/zod'
import type { ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { Button } from '../../ui/components/Button.tsx'
import { Field, Textarea } from '../../ui/components/Field.tsx'
import { TextField } from '../../ui/components/TextField.tsx'
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
  const form = useForm<Typed, unknown, z.output<typeof WithdrawalInput>>({
    resolver: zodResolver(WithdrawalInput),
    defaultValues: initial,
  })
  return (
    <form
      onSubmit={event => void form.handleSubmit(onFilled)(event)}
      noValidate
      method="post"
      className="grid gap-5"
    >
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <TextField form={form} name="name" label="Naam" autoComplete="name" />
        <TextField
          form={form}
          name="email"
          label="E-mailadres"
          hint="Waarmee je besteld hebt"
          type="email"
          autoComplete="email"
          inputMode="email"
        />
      </div>
      <TextField
        form={form}
        name="orderNumber"
        label="Bestelnummer"
        hint="Zoals 2026-000042, zie je bevestigingsmail"
        autoComplete="off"
        spellCheck={false}
      />
      {lines}
      <Field
        label="Welke producten, of een toelichting"
        optional
        error={form.formState.errors.remark?.message}
        hint="Laat leeg voor de hele bestelling. Een reden geven hoeft niet."
      >
        <Textarea rows={3} maxLength={1000} {...form.register('remark')} />
      </Field>
      <Button type="submit" className="justify-self-start max-sm:w-full">
        Verder
      </Button>
    </form>
  )
}
