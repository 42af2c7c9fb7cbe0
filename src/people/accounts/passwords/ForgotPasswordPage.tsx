import { MailCheck } from 'lucide-react'
import { useApiForm } from '../../../ui/call/apiForm.ts'
import { BackLink } from '../../../ui/components/BackLink.tsx'
import { Button } from '../../../ui/components/Button.tsx'
import { ButtonLink } from '../../../ui/components/ButtonLink.tsx'
import { Field, Input } from '../../../ui/forms/Field.tsx'
import { AccountResultLayout, AccountFormLayout } from '../AccountLayouts.tsx'
import { useForgotPassword } from '../hooks.ts'

/** Asks for the e-mail address and mails the link. */
export function ForgotPasswordPage() {
  const ask = useForgotPassword()
  const { register, errors, submit } = useApiForm(
    async () => (await import('../contract.ts')).forgotPassword.input,
    { email: '' },
    (input, onError) => ask.mutate(input, { onError }),
  )
  if (ask.isSuccess) return <ResetMailSent email={ask.variables.email} />
  return (
    <AccountFormLayout
      title="Wachtwoord vergeten"
      intro="Vul je e-mailadres in. We sturen je een link waarmee je een nieuw wachtwoord kiest."
    >
      <form onSubmit={submit} noValidate method="post" className="grid gap-5">
        <Field label="E-mailadres" error={errors.email?.message}>
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
const ResetMailSent = ({ email }: { email: string }) => (
  <AccountResultLayout
    icon={MailCheck}
    title="Kijk in je mailbox"
    action={
      <ButtonLink to="/auth" variant="secondary">
        Terug naar inloggen
      </ButtonLink>
    }
  >
    Is er een account met <span className="font-medium [overflow-wrap:anywhere] text-ink">{email}</span>, dan
    staat de link er binnen een paar minuten. Hij werkt een uur. Niets te zien? Kijk ook bij ongewenste mail.
  </AccountResultLayout>
)
