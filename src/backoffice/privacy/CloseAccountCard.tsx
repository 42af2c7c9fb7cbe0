import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link } from 'react-router'
import { earningsDueQuery } from '../../live/studio/earnings/hooks.ts'
import { PAYEE_PATH } from '../../money/payees/contract.ts'
import { showFieldErrors } from '../../ui/call/formErrors.ts'
import { schemaResolver } from '../../ui/call/schemaResolver.ts'
import { Button } from '../../ui/components/Button.tsx'
import { ButtonLink } from '../../ui/components/ButtonLink.tsx'
import { Card } from '../../ui/components/Card.tsx'
import { Dialog, DialogContent, DialogTrigger } from '../../ui/dialogs/Dialog.tsx'
import { Field } from '../../ui/forms/Field.tsx'
import { PasswordInput } from '../../ui/forms/PasswordInput.tsx'
import { ClosingConsequences } from './ClosingConsequences.tsx'
import { useCloseAccount } from './hooks.ts'
import { DialogButtons } from '../../ui/dialogs/DialogButtons.tsx'

/** Closes the account: shows the data that are erased and the data that must stay, and asks for the password. */
export function CloseAccountCard() {
  const [open, setOpen] = useState(false)
  return (
    <Card className="grid justify-items-start gap-5">
      <div className="grid gap-2">
        <h2 className="display text-heading">Account sluiten</h2>
        <p className="text-ink-soft">
          Je wordt meteen overal uitgelogd, en binnen 28 dagen wissen we wie je bent. Wil je je gegevens
          bewaren? Vraag dan eerst{' '}
          <Link to="/profile?tab=privacy" className="underline underline-offset-4 hover:decoration-2">
            een kopie
          </Link>{' '}
          aan.
        </p>
      </div>
      <Dialog open={open} onOpenChange={setOpen}>
        <DialogTrigger asChild>
          <Button variant="secondary" className="text-danger max-sm:w-full">
            Account sluiten
          </Button>
        </DialogTrigger>
        <DialogContent title="Je account sluiten" description="Dit kun je niet ongedaan maken.">
          <ClosingStep onCancel={() => setOpen(false)} />
        </DialogContent>
      </Dialog>
    </Card>
  )
}

/** The form, unless earnings hold the account open. */
function ClosingStep({ onCancel }: { onCancel: () => void }) {
  const { data } = useQuery(earningsDueQuery)
  if (!data?.text) return <CloseForm onCancel={onCancel} />
  return (
    <div className="grid gap-6">
      <p>{data.text}</p>
      <DialogButtons onCancel={onCancel}>
        <ButtonLink to={PAYEE_PATH}>Naar Uitbetaling</ButtonLink>
      </DialogButtons>
    </div>
  )
}

const resolver = schemaResolver(async () => (await import('./contract.ts')).deleteAccount.input)

function CloseForm({ onCancel }: { onCancel: () => void }) {
  const close = useCloseAccount()
  const { register, handleSubmit, setError, formState } = useForm({
    resolver,
    defaultValues: { password: '' },
  })
  const submit = handleSubmit(({ password }) =>
    close.mutate({ password }, { onError: error => showFieldErrors(error, ['password'], setError) }),
  )
  return (
    <form onSubmit={event => void submit(event)} noValidate method="post" className="grid gap-6">
      <ClosingConsequences />
      <Field label="Wachtwoord" error={formState.errors.password?.message}>
        <PasswordInput autoComplete="current-password" {...register('password')} />
      </Field>
      <DialogButtons onCancel={onCancel}>
        <Button type="submit" variant="danger" busy={close.isPending || close.isSuccess}>
          Account sluiten
        </Button>
      </DialogButtons>
    </form>
  )
}
