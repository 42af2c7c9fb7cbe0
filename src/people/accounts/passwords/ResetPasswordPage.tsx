import { KeyRound, LinkIcon } from 'lucide-react'
import { CallError, userMessageOf } from '../../../ui/call/call.ts'
import { useApiForm } from '../../../ui/call/apiForm.ts'
import { useLinkToken } from '../../../ui/visitor/linkToken.ts'
import { Button } from '../../../ui/components/Button.tsx'
import { ButtonLink } from '../../../ui/components/ButtonLink.tsx'
import { Field } from '../../../ui/forms/Field.tsx'
import { PasswordInput } from '../../../ui/forms/PasswordInput.tsx'
import { AccountResultLayout, AccountFormLayout } from '../AccountLayouts.tsx'
import { useResetPassword } from '../hooks.ts'

const loadSchema = async () => (await import('../contract.ts')).resetPassword.input.pick({ password: true })

/** The page of the mailed link that resets a password. */
export function ResetPasswordPage() {
  const token = useLinkToken()
  const reset = useResetPassword()
  if (reset.isSuccess) return <PasswordChanged />
  if (token === null) return <InvalidLink>Open de link uit je mail, of vraag een nieuwe.</InvalidLink>
  if (reset.error instanceof CallError && reset.error.code === 'TOKEN_INVALID')
    return <InvalidLink>{`${userMessageOf(reset.error)} Vraag een nieuwe aan.`}</InvalidLink>
  return <ChoosePassword token={token ?? ''} reset={reset} />
}

function ChoosePassword({ token, reset }: { token: string; reset: ReturnType<typeof useResetPassword> }) {
  const { register, errors, submit } = useApiForm(loadSchema, { password: '' }, ({ password }, onError) =>
    reset.mutate({ token, password }, { onError }),
  )
  return (
    <AccountFormLayout
      title="Kies een nieuw wachtwoord"
      intro="Daarna log je ermee in. Waar je nu nog ingelogd bent, word je uitgelogd."
    >
      <form onSubmit={submit} noValidate method="post" className="grid gap-5">
        <Field label="Nieuw wachtwoord" error={errors.password?.message} hint="Minstens 8 tekens.">
          <PasswordInput autoComplete="new-password" {...register('password')} />
        </Field>
        <Button type="submit" size="lg" busy={reset.isPending}>
          Wachtwoord opslaan
        </Button>
      </form>
    </AccountFormLayout>
  )
}

const PasswordChanged = () => (
  <AccountResultLayout
    icon={KeyRound}
    title="Je wachtwoord is gewijzigd"
    action={<ButtonLink to="/auth">Inloggen</ButtonLink>}
  >
    Overal waar je ingelogd was, ben je nu uitgelogd. Log in met je nieuwe wachtwoord.
  </AccountResultLayout>
)

const InvalidLink = ({ children }: { children: string }) => (
  <AccountResultLayout
    icon={LinkIcon}
    title="Deze link werkt niet"
    action={<ButtonLink to="/forgot-password">Vraag een nieuwe link</ButtonLink>}
  >
    {children}
  </AccountResultLayout>
)
