import { zodResolver } from '@hookform/resolvers/zod'
import type { ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { showFieldErrors } from '../../ui/formErrors.ts'
import { Button } from '../../ui/components/Button.tsx'
import { Field } from '../../ui/components/Field.tsx'
import { PasswordInput } from '../../ui/components/PasswordInput.tsx'
import { beginTotpSetup } from './contract.ts'

interface PasswordStepProps {
  /** The request that requires the password. */
  mutation: { mutate: Mutate; isPending: boolean }
  onDone: () => void
  /** The label of the button. */
  submitLabel: string
  danger?: boolean
  children?: ReactNode
}

type Mutate = (
  input: { password: string },
  then: { onSuccess: () => void; onError: (error: Error) => void },
) => void

/** Asks for the password before a sensitive change, in case another person uses an open browser. */
export function ConfirmPasswordForm({
  mutation: ask,
  onDone,
  submitLabel: action,
  danger = false,
  children,
}: PasswordStepProps) {
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(beginTotpSetup.input),
    defaultValues: { password: '' },
  })
  const submit = handleSubmit(({ password }) =>
    ask.mutate(
      { password },
      { onSuccess: onDone, onError: error => showFieldErrors(error, ['password'], setError) },
    ),
  )
  return (
    <form onSubmit={event => void submit(event)} noValidate method="post" className="grid gap-5">
      {children}
      <Field label="Je wachtwoord" error={formState.errors.password?.message}>
        <PasswordInput autoComplete="current-password" {...register('password')} />
      </Field>
      <Button type="submit" size="lg" variant={danger ? 'danger' : 'primary'} busy={ask.isPending}>
        {action}
      </Button>
    </form>
  )
}
