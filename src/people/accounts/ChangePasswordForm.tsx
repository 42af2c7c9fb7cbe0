import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { showFieldErrors } from '../../ui/formErrors.ts'
import { Button } from '../../ui/components/Button.tsx'
import { Field } from '../../ui/components/Field.tsx'
import { PasswordInput } from '../../ui/components/PasswordInput.tsx'
import { changePassword } from './password.contract.ts'
import { useChangePassword } from './hooks.ts'

/** Changes the password; requires the present one. */
export function ChangePasswordForm({ email }: { email: string }) {
  const change = useChangePassword()
  const { register, handleSubmit, setError, reset, formState } = useForm({
    resolver: zodResolver(changePassword.input),
    defaultValues: { password: '', newPassword: '' },
  })
  const { errors } = formState
  const submit = handleSubmit(input =>
    change.mutate(input, {
      onSuccess: () => reset(),
      onError: error => showFieldErrors(error, ['password', 'newPassword'], setError),
    }),
  )
  return (
    <form onSubmit={event => void submit(event)} noValidate method="post" className="grid gap-5">
      {/* Password managers need the e-mail address to store the new password with its account. */}
      <input hidden type="email" name="username" autoComplete="username" value={email} readOnly />
      <Field label="Huidig wachtwoord" error={errors.password?.message}>
        <PasswordInput autoComplete="current-password" {...register('password')} />
      </Field>
      <Field
        label="Nieuw wachtwoord"
        error={errors.newPassword?.message}
        hint="Minstens 8 tekens. Op andere apparaten word je uitgelogd."
      >
        <PasswordInput autoComplete="new-password" {...register('newPassword')} />
      </Field>
      <Button type="submit" variant="secondary" className="sm:justify-self-start" busy={change.isPending}>
        Wachtwoord wijzigen
      </Button>
    </form>
  )
}
