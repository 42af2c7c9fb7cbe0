import { useApiForm } from '../../ui/call/apiForm.ts'
import { Button } from '../../ui/components/Button.tsx'
import { Field } from '../../ui/forms/Field.tsx'
import { PasswordInput } from '../../ui/forms/PasswordInput.tsx'

interface PasswordStepProps {
  /** The request that requires the password. */
  mutation: {
    mutate: (
      input: { password: string },
      then: { onSuccess: () => void; onError: (error: Error) => void },
    ) => void
    isPending: boolean
  }
  onDone?: () => void
  /** The label of the button. */
  submitLabel: string
  danger?: boolean
}

/** Asks for the password before a sensitive change, in case another person uses an open browser. */
export function ConfirmPasswordForm({ mutation, onDone, submitLabel, danger = false }: PasswordStepProps) {
  const { register, errors, submit } = useApiForm(
    async () => (await import('./contract.ts')).beginTotpSetup.input,
    { password: '' },
    (input, onError) => mutation.mutate(input, { onSuccess: () => onDone?.(), onError }),
  )
  return (
    <form onSubmit={submit} noValidate method="post" className="grid gap-5">
      <Field label="Je wachtwoord" error={errors.password?.message}>
        <PasswordInput autoComplete="current-password" {...register('password')} />
      </Field>
      <Button type="submit" size="lg" variant={danger ? 'danger' : 'primary'} busy={mutation.isPending}>
        {submitLabel}
      </Button>
    </form>
  )
}
