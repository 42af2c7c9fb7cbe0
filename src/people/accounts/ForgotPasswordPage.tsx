import { zodResolver } from '@hookform/resolvers/zod'
import { MailCheck } from 'lucide-react'
import { useForm } from 'react-hook-form'
import { Link } from 'react-router'
import { showFieldErrors } from '../../ui/formErrors.ts'
import { BackLink } from '../../ui/components/BackLink.tsx'
import { Button } from '../../ui/components/Button.tsx'
import { Field, Input } from '../../ui/components/Field.tsx'
import { AccountResultLayout } from './AccountResultLayout.tsx'
import { AccountFormLayout } from './AccountFormLayout.tsx'
import { forgotPassword } from './password.contract.ts'
import { useForgotPassword } from './hooks.ts'

/** Asks for the e-mail address and mails the link. */
export function ForgotPasswordPage() {
  const ask = useForgotPassword()
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(forgotPassword.input),
    defaultValues: { email: '' },
  })
  if (ask.isSuccess) return <ResetMailSent email={ask.variables.email} />
  const submit = handleSubmit(input =>
    ask.mutate(input, { onError: error => showFieldErrors(error, ['email'], setError) }),
  )
  return (
    <AccountFormLayout
      title="Wachtwoord vergeten"
      intro="Vul je e-mailadres in. We sturen je een link waarmee je een nieuw wachtwoord kiest."
    >
      <form onSubmit={event => void submit(event)} noValidate method="post" className="grid gap-5">
        <Field label="E-mailadres" error={formState.errors.email?.message}>
          <Input type="email" autoComplete="username" inputMode="email" {...register('email')} />
        </Field>
        <Button type="submit" size="lg" busy={ask.isPending}>
          Stuur de link
        </Button>
        <div className="justify-self-start">
          <BackLink to="/auth">Terug naar inloggen</BackLink>
        </div>
      </form>
    </AccountFormLayout>
  )
}

/** The same for known and unknown addresses. */
function ResetMailSent({ email }: { email: string }) {
  return (
    <AccountResultLayout
      icon={MailCheck}
      title="Kijk in je mailbox"
      action={
        <Button asChild variant="secondary">
          <Link to="/auth">Terug naar inloggen</Link>
        </Button>
      }
    >
      Is er een account met <span className="font-medium [overflow-wrap:anywhere] text-ink">{email}</span>,
      dan staat de link er binnen een paar minuten. Hij werkt een uur. Niets te zien? Kijk ook bij ongewenste
      mail.
    </AccountResultLayout>
  )
}
