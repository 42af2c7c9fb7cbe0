import { useState } from 'react'
import { Button } from '../../ui/components/Button.tsx'
import { Dialog, DialogContent, DialogTrigger } from '../../ui/components/Dialog.tsx'
import { useRenewRecoveryCodes } from './hooks.ts'
import { ConfirmPasswordForm } from './ConfirmPasswordForm.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'

/** Replaces the recovery codes, when most are used or they are lost. */
export function NewRecoveryCodesDialog() {
  const [isOpen, setIsOpen] = useState(false)
  const renew = useRenewRecoveryCodes()
  const codes = renew.data?.recoveryCodes
  const turn = (open: boolean) => {
    setIsOpen(open)
    renew.reset()
  }
  return (
    <Dialog open={isOpen} onOpenChange={turn}>
      <DialogTrigger asChild>
        <Button variant="secondary">Nieuwe herstelcodes</Button>
      </DialogTrigger>
      <DialogContent
        title="Nieuwe herstelcodes"
        description={
          codes
            ? 'Alleen deze werken nog. Je ziet ze maar één keer.'
            : 'Je oude herstelcodes werken daarna niet meer.'
        }
      >
        {codes ? (
          <RecoveryCodes codes={codes} onDone={() => turn(false)} />
        ) : (
          <ConfirmPasswordForm mutation={renew} onDone={() => undefined} submitLabel="Maak nieuwe codes" />
        )}
      </DialogContent>
    </Dialog>
  )
}
