import type { ReactNode } from 'react'
import { useApiForm } from '../../ui/call/apiForm.ts'
import { Button } from '../../ui/components/Button.tsx'
import { Field, Textarea } from '../../ui/forms/Field.tsx'
import { TextField } from '../../ui/forms/TextField.tsx'
import type { WithdrawalFormValues } from './hooks.ts'

interface WithdrawalFormProps {
  initial: WithdrawalFormValues
  /** The lines of the order, when the user is known to own it. */
  lines?: ReactNode
  /** Called with the input, for confirmation. */
  onFilled: (input: WithdrawalFormValues) => void
}

export function WithdrawalForm({ initial, lines, onFilled }: WithdrawalFormProps) {
  const form = useApiForm(async () => (await import('./contract.ts')).WithdrawalInput, initial, onFilled)
  return (
    <form onSubmit={form.submit} noValidate method="post" className="grid gap-5">
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
        error={form.errors.remark?.message}
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
