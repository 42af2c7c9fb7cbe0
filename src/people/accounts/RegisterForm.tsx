import { Link } from 'react-router'
import { useApiForm } from '../../ui/call/apiForm.ts'
import { Button } from '../../ui/components/Button.tsx'
import { Checkbox } from '../../ui/forms/Checkbox.tsx'
import { Field, Input } from '../../ui/forms/Field.tsx'
import { PasswordInput } from '../../ui/forms/PasswordInput.tsx'
import type { Registration } from './contract.ts'
import { useRegister } from './hooks.ts'

export function RegisterForm() {
  const signUp = useRegister()
  return (
    <RegistrationForm
      submitLabel="Account maken"
      isPending={signUp.isPending}
      onRegister={(account, onError) => signUp.mutate(account, { onError })}
    />
  )
}

interface RegistrationFormProps {
  submitLabel: string
  isPending: boolean
  onRegister: (
    account: Pick<Registration, 'email' | 'password' | 'displayName'>,
    onError: (error: Error) => void,
  ) => void
}

/** The fields of a new account, also of the first admin. */
export function RegistrationForm({ submitLabel, isPending, onRegister }: RegistrationFormProps) {
  const { register, errors, submit } = useApiForm(
    async () => (await import('./registerForm.rules.ts')).RegisterFormSchema,
    { displayName: '', email: '', password: '', confirmPassword: '' },
    ({ email, password, displayName }, onError) => onRegister({ email, password, displayName }, onError),
  )
  return (
    <form onSubmit={submit} noValidate method="post" className="grid gap-5">
      <Field
        label="Weergavenaam"
        error={errors.displayName?.message}
        hint="Zo noemen we je. Het hoeft niet je echte naam te zijn."
      >
        <Input autoComplete="nickname" {...register('displayName')} />
      </Field>
      <Field label="E-mailadres" error={errors.email?.message}>
        <Input type="email" autoComplete="username" inputMode="email" {...register('email')} />
      </Field>
      <Field label="Wachtwoord" error={errors.password?.message} hint="Minstens 8 tekens.">
        <PasswordInput autoComplete="new-password" {...register('password')} />
      </Field>
      <Field label="Herhaal je wachtwoord" error={errors.confirmPassword?.message}>
        <PasswordInput autoComplete="new-password" {...register('confirmPassword')} />
      </Field>
      <Checkbox error={errors.adult?.message} {...register('adult')}>
        Ik ben 18 jaar of ouder en ga akkoord met de{' '}
        <PolicyLink to="/terms-of-service">voorwaarden</PolicyLink> en het{' '}
        <PolicyLink to="/privacy-policy">privacybeleid</PolicyLink>.
      </Checkbox>
      <Button type="submit" size="lg" busy={isPending}>
        {submitLabel}
      </Button>
    </form>
  )
}

/** Opens in a new tab, so that the input of this form is kept. */
const PolicyLink = ({ to, children }: { to: string; children: string }) => (
  <Link to={to} target="_blank" className="underline underline-offset-4 hover:decoration-2">
    {children}
  </Link>
)
