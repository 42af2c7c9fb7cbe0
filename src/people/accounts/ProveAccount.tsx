import { useState } from 'react'
import { useApiForm } from '../../ui/apiForm.ts'
import { Button } from '../../ui/components/Button.tsx'
import { ButtonLink } from '../../ui/components/ButtonLink.tsx'
import { ConfirmDialog } from '../../ui/components/ConfirmDialog.tsx'
import { Field } from '../../ui/components/Field.tsx'
import { PasswordInput } from '../../ui/components/PasswordInput.tsx'
import { AccountFormLayout } from './AccountLayouts.tsx'
import { toastUnlessHandled, useRemoveRegistration, type useVerifyEmail } from './hooks.ts'

const loadSchema = async () => (await import('./contract.ts')).changePassword.input.pick({ password: true })

interface ProveAccountProps {
  token: string
  verify: ReturnType<typeof useVerifyEmail>
  onRemoved: () => void
}

/** Asks the account's password of who reads its mail without being signed in to it, and offers to remove an account of somebody else's making. */
export function ProveAccount({ token, verify, onRemoved }: ProveAccountProps) {
  const [isRefusing, setRefusing] = useState(false)
  const remove = useRemoveRegistration()
  const { register, errors, submit } = useApiForm(loadSchema, { password: '' }, ({ password }, onError) =>
    verify.mutate(
      { token, password },
      { onError: error => void (onError(error) || toastUnlessHandled('Bevestigen lukte niet')(error)) },
    ),
  )
  return (
    <AccountFormLayout
      title="Is dit jouw account?"
      intro="Je bent hier niet ingelogd op het account met dit e-mailadres. Vul het wachtwoord van dat account in, dan is het adres bevestigd."
    >
      <form onSubmit={submit} noValidate method="post" className="grid gap-5">
        <Field label="Wachtwoord van het account" error={errors.password?.message}>
          <PasswordInput autoComplete="current-password" {...register('password')} />
        </Field>
        <Button type="submit" size="lg" busy={verify.isPending}>
          E-mailadres bevestigen
        </Button>
        <ButtonLink to="/forgot-password" variant="link" className="justify-self-center">
          Wachtwoord vergeten?
        </ButtonLink>
      </form>
      <Button variant="quiet" size="sm" className="justify-self-center" onClick={() => setRefusing(true)}>
        Ik heb dit account niet gemaakt
      </Button>
      <ConfirmDialog
        open={isRefusing}
        title="Account verwijderen?"
        confirm="Account verwijderen"
        busy={remove.isPending}
        onClose={() => setRefusing(false)}
        onConfirm={() => remove.mutate({ token }, { onSuccess: onRemoved })}
      >
        <p>
          Iemand maakte een account met jouw e-mailadres. Als je het verwijdert, kan niemand er nog op
          inloggen en wissen we wat erin staat. Je kunt dat niet terugdraaien.
        </p>
      </ConfirmDialog>
    </AccountFormLayout>
  )
}
