import { Button } from '../web/ui/Button.tsx'
import { Dialog, DialogContent } from '../web/ui/Dialog.tsx'
import type { AdminGift } from './admin.contract.ts'
import { useRemoveGift } from './admin.hooks.ts'

/** Asks before a wish goes. */
export function AdminRemoveGift({ gift, onClose }: { gift: AdminGift; onClose: () => void }) {
  const remove = useRemoveGift()
  return (
    <Dialog open onOpenChange={isOpen => !isOpen && onClose()}>
      <DialogContent
        title="Wens verwijderen"
        description={gift.name}
        footer={
          <div className="grid grid-cols-2 gap-3">
            <Button variant="secondary" onClick={onClose}>
              Annuleren
            </Button>
            <Button
              variant="danger"
              busy={remove.isPending}
              onClick={() => remove.mutate(gift, { onSuccess: onClose })}
            >
              Verwijderen
            </Button>
          </div>
        }
      >
        <p>
          De wens gaat van de lijst. Heeft iemand haar al gegeven, of dat geprobeerd, dan blijft ze hier staan
          als niet actief, voor de boeken.
        </p>
      </DialogContent>
    </Dialog>
  )
}
