import { type ReactNode, useState } from 'react'
import { useForm } from 'react-hook-form'
import { showFieldErrors } from '../../ui/formErrors.ts'
import { Button } from '../../ui/components/Button.tsx'
import { Dialog, DialogContent, DialogTrigger } from '../../ui/components/Dialog.tsx'
import { Field, Input } from '../../ui/components/Field.tsx'
import type { Passkey } from './passkey.contract.ts'
import { useRenamePasskey } from './passkey.hooks.ts'

interface RenamePasskeyProps {
  passkey: Passkey
  /** The button that opens the dialog. */
  children: ReactNode
}

export function RenamePasskeyDialog({ passkey, children }: RenamePasskeyProps) {
  const [isOpen, setIsOpen] = useState(false)
  const rename = useRenamePasskey()
  const { register, handleSubmit, setError, formState } = useForm({ values: { name: passkey.name } })
  const submit = handleSubmit(({ name }) =>
    rename.mutate(
      { passkeyId: passkey.id, name },
      { onSuccess: () => setIsOpen(false), onError: error => showFieldErrors(error, ['name'], setError) },
    ),
  )
  return (
    <Dialog open={isOpen} onOpenChange={setIsOpen}>
      <DialogTrigger asChild>{children}</DialogTrigger>
      <DialogContent title="Naam wijzigen">
        <form onSubmit={event => void submit(event)} noValidate method="post" className="grid gap-5">
          <Field label="Naam" error={formState.errors.name?.message}>
            <Input autoComplete="off" maxLength={60} {...register('name')} />
          </Field>
          <Button type="submit" size="lg" busy={rename.isPending}>
            Opslaan
          </Button>
        </form>
      </DialogContent>
    </Dialog>
  )
}
