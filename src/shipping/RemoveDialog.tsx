import type { ReactNode } from 'react'
import { Button } from '../web/ui/Button.tsx'
import { Dialog, DialogContent } from '../web/ui/Dialog.tsx'

interface RemoveDialogProps {
  title: string
  /** What it means. */
  about: string
  open: boolean
  isBusy: boolean
  onClose: () => void
  onRemove: () => void
  /** What goes. */
  children: ReactNode
}

/** Asks before a zone or a rate goes. */
export const RemoveDialog = ({
  title,
  about,
  open,
  isBusy,
  onClose,
  onRemove,
  children,
}: RemoveDialogProps) => (
  <Dialog open={open} onOpenChange={isOpen => !isOpen && onClose()}>
    <DialogContent
      title={title}
      description={about}
      footer={
        <div className="grid grid-cols-2 gap-3">
          <Button variant="secondary" onClick={onClose}>
            Annuleren
          </Button>
          <Button variant="danger" busy={isBusy} onClick={onRemove}>
            Verwijderen
          </Button>
        </div>
      }
    >
      <p className="font-medium">{children}</p>
    </DialogContent>
  </Dialog>
)
