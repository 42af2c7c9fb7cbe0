import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { CallError } from '../../ui/call.ts'
import { showFieldErrors } from '../../ui/formErrors.ts'
import { Button } from '../../ui/components/Button.tsx'
import { Dialog, DialogContent, DialogTrigger } from '../../ui/components/Dialog.tsx'
import { Field, Input } from '../../ui/components/Field.tsx'
import { PasswordInput } from '../../ui/components/PasswordInput.tsx'
import { useAddPasskey } from './passkey.hooks.ts'

/** Names and creates a passkey; requires the password when the sign-in was some time ago. */
export function AddPasskeyDialog() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Dialog open={isOpen} onOpenChange={setIsOpen}>
      <DialogTrigger asChild>
        <Button variant="secondary" className="sm:justify-self-start">
          Passkey toevoegen
        </Button>
      </DialogTrigger>
      <DialogContent
        title="Passkey toevoegen"
        description="Geef hem een naam waaraan je dit toestel herkent. Daarna vraagt het toestel of jij het bent."
      >
        <AddPasskeyForm onDone={() => setIsOpen(false)} />
      </DialogContent>
    </Dialog>
  )
}

function AddPasskeyForm({ onDone }: { onDone: () => void }) {
  const add = useAddPasskey()
  const [asksPassword, setAsksPassword] = useState(false)
  const { register, handleSubmit, setError, formState } = useForm({
    defaultValues: { name: '', password: '' },
  })
  const { errors } = formState
  const submit = handleSubmit(({ name, password }) =>
    add.mutate(
      { name, ...(asksPassword && { password }) },
      {
        onSuccess: onDone,
        onError: error => {
          if (error instanceof CallError && error.code === 'PASSWORD_NEEDED') setAsksPassword(true)
          showFieldErrors(error, ['name', 'password'], setError)
        },
      },
    ),
  )
  return (
    <form onSubmit={event => void submit(event)} noValidate method="post" className="grid gap-5">
      <Field label="Naam" error={errors.name?.message}>
        <Input
          autoComplete="off"
          maxLength={60}
          placeholder="Mijn telefoon"
          {...register('name', { required: 'Geef je passkey een naam.' })}
        />
      </Field>
      {asksPassword && (
        <Field label="Je wachtwoord" error={errors.password?.message}>
          <PasswordInput autoComplete="current-password" {...register('password')} />
        </Field>
      )}
      <Button type="submit" size="lg" busy={add.isPending}>
        Verder
      </Button>
    </form>
  )
}
