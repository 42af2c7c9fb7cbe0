import { Button } from '../web/ui/Button.tsx'
import { Dialog, DialogContent } from '../web/ui/Dialog.tsx'
import type { Address } from './contract.ts'
import { useDeleteAddress } from './hooks.ts'
import { addressLines } from './rules.ts'

interface DeleteAddressDialogProps {
  address: Address
  open: boolean
  onClose: () => void
  onDeleted: () => void
}

/** Asks before an address goes. */
export function DeleteAddressDialog({ address, open, onClose, onDeleted }: DeleteAddressDialogProps) {
  const remove = useDeleteAddress()
  return (
    <Dialog open={open} onOpenChange={isOpen => !isOpen && onClose()}>
      <DialogContent
        title="Adres verwijderen"
        description="Bestellingen die je al plaatste houden hun adres."
        footer={
          <div className="grid grid-cols-2 gap-3">
            <Button variant="secondary" onClick={onClose}>
              Annuleren
            </Button>
            <Button
              variant="danger"
              busy={remove.isPending}
              onClick={() => remove.mutate(address.id, { onSuccess: onDeleted })}
            >
              Verwijderen
            </Button>
          </div>
        }
      >
        <address className="whitespace-pre-line not-italic">{addressLines(address).join('\n')}</address>
      </DialogContent>
    </Dialog>
  )
}
