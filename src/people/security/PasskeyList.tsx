import { useSuspenseQuery } from '@tanstack/react-query'
import { KeyRound, Pencil, Trash2 } from 'lucide-react'
import { formatDate } from '../../ui/format.ts'
import type { Passkey } from './contract.ts'
import {
  passkeysQuery,
  useCanUsePasskeys,
  useAddPasskey,
  useRenamePasskey,
  useRemovePasskey,
} from './hooks.ts'
import { useForm } from 'react-hook-form'
import { showFieldErrors } from '../../ui/call/formErrors.ts'
import { Button } from '../../ui/components/Button.tsx'
import { TriggerDialog } from '../../ui/dialogs/TriggerDialog.tsx'
import { Field, Input } from '../../ui/forms/Field.tsx'
import { IconButton } from '../../ui/components/IconButton.tsx'

/** The passkeys of the user, with buttons to add, rename and remove them. */
export function PasskeyList() {
  const { data: passkeys } = useSuspenseQuery(passkeysQuery)
  const isPossible = useCanUsePasskeys()
  return (
    <>
      <p className="text-ink-soft">
        Log in met je vingerafdruk, je gezicht of de pincode van je toestel, zonder wachtwoord en zonder code.
      </p>
      {passkeys.length > 0 && (
        <ul className="divide-y divide-line">
          {passkeys.map(passkey => (
            <li key={passkey.id} className="py-3 first:pt-0 last:pb-0">
              <Row passkey={passkey} />
            </li>
          ))}
        </ul>
      )}
      {isPossible ? (
        <AddPasskeyDialog />
      ) : (
        <p className="text-small text-ink-faint">
          Op dit adres kan dat niet: een passkey hoort bij de naam van een site, over een beveiligde
          verbinding.
        </p>
      )}
    </>
  )
}

function Row({ passkey }: { passkey: Passkey }) {
  const { name, createdAt, lastUsedAt } = passkey
  return (
    <div className="flex items-center gap-4">
      <KeyRound className="size-6 shrink-0 text-ink-faint" strokeWidth={1.5} aria-hidden />
      <div className="grid min-w-0 grow gap-0.5">
        <p className="font-medium [overflow-wrap:anywhere]">{name}</p>
        <p className="text-small text-ink-soft">
          {lastUsedAt
            ? `Laatst gebruikt op ${formatDate(lastUsedAt)}`
            : `Toegevoegd op ${formatDate(createdAt)}`}
        </p>
      </div>
      <div className="flex shrink-0">
        <RenamePasskeyDialog passkey={passkey} />
        <RemovePasskeyDialog passkey={passkey} />
      </div>
    </div>
  )
}

/** Names and creates a passkey. */
const AddPasskeyDialog = () => (
  <TriggerDialog
    trigger={
      <Button variant="secondary" className="sm:justify-self-start">
        Passkey toevoegen
      </Button>
    }
    title="Passkey toevoegen"
    description="Geef hem een naam waaraan je dit toestel herkent. Daarna vraagt het toestel of jij het bent."
  >
    {close => <AddPasskeyForm onDone={close} />}
  </TriggerDialog>
)

function AddPasskeyForm({ onDone }: { onDone: () => void }) {
  const add = useAddPasskey()
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: { name: '' } })
  const submit = handleSubmit(input =>
    add.mutate(input, { onSuccess: onDone, onError: error => showFieldErrors(error, ['name'], setError) }),
  )
  return (
    <form onSubmit={event => void submit(event)} noValidate method="post" className="grid gap-5">
      <Field label="Naam" error={formState.errors.name?.message}>
        <Input
          autoComplete="off"
          maxLength={60}
          placeholder="Mijn telefoon"
          {...register('name', { required: 'Geef je passkey een naam.' })}
        />
      </Field>
      <Button type="submit" size="lg" busy={add.isPending}>
        Verder
      </Button>
    </form>
  )
}

function RenamePasskeyDialog({ passkey }: { passkey: Passkey }) {
  const rename = useRenamePasskey()
  const { register, handleSubmit, setError, formState } = useForm({ values: { name: passkey.name } })
  const submit = (close: () => void) =>
    handleSubmit(({ name }) =>
      rename.mutate(
        { passkeyId: passkey.id, name },
        { onSuccess: close, onError: error => showFieldErrors(error, ['name'], setError) },
      ),
    )
  return (
    <TriggerDialog
      trigger={<IconButton icon={Pencil} label={`Naam wijzigen: ${passkey.name}`} />}
      title="Naam wijzigen"
    >
      {close => (
        <form onSubmit={event => void submit(close)(event)} noValidate method="post" className="grid gap-5">
          <Field label="Naam" error={formState.errors.name?.message}>
            <Input autoComplete="off" maxLength={60} {...register('name')} />
          </Field>
          <Button type="submit" size="lg" busy={rename.isPending}>
            Opslaan
          </Button>
        </form>
      )}
    </TriggerDialog>
  )
}

function RemovePasskeyDialog({ passkey: { id: passkeyId, name } }: { passkey: Passkey }) {
  const remove = useRemovePasskey()
  return (
    <TriggerDialog
      trigger={<IconButton icon={Trash2} label={`Verwijderen: ${name}`} />}
      title="Passkey verwijderen"
      description={`Met ‘${name}’ kun je daarna niet meer inloggen. Haal hem ook weg bij de wachtwoorden van je toestel.`}
    >
      {close => (
        <Button
          variant="danger"
          size="lg"
          className="w-full"
          busy={remove.isPending}
          onClick={() => remove.mutate({ passkeyId }, { onSuccess: close })}
        >
          Verwijderen
        </Button>
      )}
    </TriggerDialog>
  )
}
