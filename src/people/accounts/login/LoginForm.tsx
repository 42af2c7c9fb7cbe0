import type { ReactNode } from 'react'
import { useApiForm } from '../../../ui/call/apiForm.ts'
import { Button } from '../../../ui/components/Button.tsx'
import { ButtonLink } from '../../../ui/components/ButtonLink.tsx'
import { Field, Input } from '../../../ui/forms/Field.tsx'
import { PasswordInput } from '../../../ui/forms/PasswordInput.tsx'
import { useLogin } from '../hooks.ts'

interface LoginFormProps {
  /** Called when the password was right and a second factor is required. */
  onTwoFactorRequired: () => void
  /** Other ways to sign in. */
  children?: ReactNode
}

export function LoginForm({ onTwoFactorRequired, children }: LoginFormProps) {
  const signIn = useLogin()
  const { register, errors, submit } = useApiForm(
    async () => (await import('../contract.ts')).login.input,
    { email: '', password: '' },
    (input, onError) =>
      signIn.mutate(input, { onSuccess: answer => 'id' in answer || onTwoFactorRequired(), onError }),
  )
  return (
    <form onSubmit={submit} noValidate method="post" className="grid gap-5">
      <Field label="E-mailadres" error={errors.email?.message}>
        <Input type="email" autoComplete="username webauthn" inputMode="email" {...register('email')} />
      </Field>
      <Field label="Wachtwoord" error={errors.password?.message}>
        <PasswordInput autoComplete="current-password" {...register('password')} />
      </Field>
      <Button type="submit" size="lg" busy={signIn.isPending}>
        Inloggen
      </Button>
      {children}
      <ButtonLink to="/forgot-password" variant="link" className="justify-self-center">
        Wachtwoord vergeten?
      </ButtonLink>
    </form>
  )
}
