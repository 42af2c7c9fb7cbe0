import { type ReactNode, useState } from 'react'
import { CallError } from '../../ui/call.ts'
import { Button } from '../../ui/components/Button.tsx'
import { Dialog, DialogContent, DialogTrigger } from '../../ui/components/Dialog.tsx'
import { ConfirmPasswordForm } from './ConfirmPasswordForm.tsx'
import type { Passkey } from './passkey.contract.ts'
import { useRemovePasskey } from './passkey.hooks.ts'

interface RemovePasskeyProps {
  passkey: Passkey
  /** The button that opens the dialog. */
  children: ReactNode
}

export function RemovePasskeyDialog({ passkey, children }: RemovePasskeyProps) {
  const [isOpen, setIsOpen] = useState(false)
  const remove = useRemovePasskey()
  const passkeyId = passkey.id
  const isAsked = remove.error instanceof CallError && remove.error.status === 403
  const close = () => setIsOpen(false)
  return (
    <Dialog open={isOpen} onOpenChange={setIsOpen}>
      <DialogTrigger asChild>{children}</DialogTrigger>
      <DialogContent
        title="Passkey verwijderen"
        description={`Met ‘${passkey.name}’ kun je daarna niet meer inloggen. Haal hem ook weg bij de wachtwoorden van je toestel.`}
      >
        {isAsked ? (
          <ConfirmPasswordForm
            mutation={{
              isPending: remove.isPending,
              mutate: ({ password }, then) => remove.mutate({ passkeyId, password }, then),
            }}
            onDone={close}
            submitLabel="Verwijderen"
            danger
          />
        ) : (
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
      </DialogContent>
    </Dialog>
  )
}
