import { useState } from 'react'
import { useApiForm } from '../../ui/call/apiForm.ts'
import { Button } from '../../ui/components/Button.tsx'
import { ButtonLink } from '../../ui/components/ButtonLink.tsx'
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx'
import { Field } from '../../ui/forms/Field.tsx'
import { PasswordInput } from '../../ui/forms/PasswordInput.tsx'
import { AccountFormLayout } from './AccountLayouts.tsx'
import { isAccountInUse, toastUnlessHandled, useRemoveRegistration, type useVerifyEmail } from './hooks.ts'

const loadSchema = async () => (await import('./contract.ts')).changePassword.input.pick({ password: true })

interface ProveAccountProps {
  token: string
  verify: ReturnType<typeof useVerifyEmail>
  onRefused: (refusal: Refusal) => void
}

/** The result for an account that its reader did not make: only the shop closes one that is in use. */
export type Refusal = 'CLOSED' | 'IN_USE'

/** Asks a reader who is not signed in to the account for its password, and offers to close an account that somebody else made. */
export function ProveAccount({ token, verify, onRefused }: ProveAccountProps) {
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
        title="Account sluiten?"
        confirm="Account sluiten"
        busy={remove.isPending}
        onClose={() => setRefusing(false)}
        onConfirm={() =>
          remove.mutate(
            { token },
            {
              onSuccess: () => onRefused('CLOSED'),
              onError: error => {
                if (isAccountInUse(error)) onRefused('IN_USE')
              },
            },
          )
        }
      >
        <p>
          Iemand maakte een account met jouw e-mailadres. Als je het sluit, kan niemand er nog op inloggen, en
          binnen 28 dagen wissen we wat erin staat.
        </p>
      </ConfirmDialog>
    </AccountFormLayout>
  )
}
