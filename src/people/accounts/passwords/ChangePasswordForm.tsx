import { useApiForm } from '../../../ui/call/apiForm.ts'
import { Button } from '../../../ui/components/Button.tsx'
import { Field } from '../../../ui/forms/Field.tsx'
import { PasswordInput } from '../../../ui/forms/PasswordInput.tsx'
import { useChangePassword } from '../hooks.ts'

/** Changes the password; requires the present one. */
export function ChangePasswordForm({ email }: { email: string }) {
  const change = useChangePassword()
  const { register, errors, submit } = useApiForm(
    async () => (await import('../contract.ts')).changePassword.input,
    { password: '', newPassword: '' },
    (input, onError, { reset }) => change.mutate(input, { onSuccess: () => reset(), onError }),
  )
  return (
    <form onSubmit={submit} noValidate method="post" className="grid gap-5">
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
