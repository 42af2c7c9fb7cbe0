import { Link } from 'react-router'
import { Button } from '../../ui/components/Button.tsx'
import { Dialog, DialogContent } from '../../ui/dialogs/Dialog.tsx'
import { DialogButtons } from '../../ui/dialogs/DialogButtons.tsx'
import { useAcceptTerms } from '../accounts/hooks.ts'

interface TermsDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  version: string
}

/** Asks to accept the terms of this version. */
export function TermsDialog({ open, onOpenChange, version }: TermsDialogProps) {
  const accept = useAcceptTerms()
  const close = () => onOpenChange(false)
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent
        title="Onze voorwaarden zijn vernieuwd"
        description={`Versie ${version}`}
        footer={
          <DialogButtons onCancel={close} isBusy={accept.isPending}>
            <Button busy={accept.isPending} onClick={() => accept.mutate({ version }, { onSuccess: close })}>
              Ik ga akkoord
            </Button>
          </DialogButtons>
        }
      >
        <div className="grid gap-3">
          <p>
            Voordat je weer bestelt, vragen we je om ze te lezen en ermee akkoord te gaan. Wat je al bestelde,
            blijft onder de voorwaarden van toen.
          </p>
          <p>
            {/* In a new tab, so that the input on this page is kept. */}
            <Link to="/terms-of-service" target="_blank" className="underline underline-offset-4">
              Lees de gebruiksvoorwaarden
            </Link>
          </p>
          <p className="text-small text-ink-soft">
            Ga je niet akkoord, dan kun je niet bestellen. Al het andere blijft werken, ook je gegevens
            opvragen en je account sluiten.
          </p>
        </div>
      </DialogContent>
    </Dialog>
  )
}
