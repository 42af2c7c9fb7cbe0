import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import { Dialog, DialogContent } from './Dialog.tsx'

interface ConfirmDialogProps {
  title: string
  description?: string
  /** What the button says that does it: "Verwijderen". */
  confirm: string
  open?: boolean
  busy: boolean
  onConfirm: () => void
  onClose: () => void
  /** What goes, or what it means. */
  children: ReactNode
}

/** Asks before something is done that can't be undone. */
export const ConfirmDialog = ({
  title,
  description,
  confirm,
  open = true,
  busy,
  onConfirm,
  onClose,
  children,
}: ConfirmDialogProps) => (
  <Dialog open={open} onOpenChange={isOpen => !isOpen && onClose()}>
    <DialogContent
      title={title}
      description={description}
      footer={
        <div className="grid grid-cols-2 gap-3">
          <Button variant="secondary" onClick={onClose}>
            Annuleren
          </Button>
          <Button variant="danger" busy={busy} onClick={onConfirm}>
            {confirm}
          </Button>
        </div>
      }
    >
      {children}
    </DialogContent>
  </Dialog>
)
