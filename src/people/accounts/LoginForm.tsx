import { zodResolver } from '@hookform/resolvers/zod'
import type { ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { Link } from 'react-router'
import { showFieldErrors } from '../../ui/formErrors.ts'
import { Button } from '../../ui/components/Button.tsx'
import { Field, Input } from '../../ui/components/Field.tsx'
import { PasswordInput } from '../../ui/components/PasswordInput.tsx'
import { login } from './contract.ts'
import { useLogin } from './hooks.ts'

interface LoginFormProps {
  /** Called when the password was right and a second factor is required. */
  onTwoFactorRequired: () => void
  /** Other ways to sign in. */
  children?: ReactNode
}

export function LoginForm({ onTwoFactorRequired: onSecondStep, children }: LoginFormProps) {
  const signIn = useLogin()
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(login.input),
    defaultValues: { email: '', password: '' },
  })
  const { errors } = formState
  const submit = handleSubmit(input =>
    signIn.mutate(input, {
      onSuccess: answer => 'id' in answer || onSecondStep(),
      onError: error => showFieldErrors(error, ['email', 'password'], setError),
    }),
  )
  return (
    <form onSubmit={event => void submit(event)} noValidate method="post" className="grid gap-5">
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
      <Button asChild variant="link" className="justify-self-center">
        <Link to="/forgot-password">Wachtwoord vergeten?</Link>
      </Button>
    </form>
  )
}
