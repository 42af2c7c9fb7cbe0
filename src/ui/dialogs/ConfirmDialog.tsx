import type { ReactNode } from 'react'
import { Button } from '../components/Button.tsx'
import { Dialog, DialogContent } from './Dialog.tsx'

interface ConfirmDialogProps {
  title: string
  description?: string
  /** The label of the confirm button: "Verwijderen". */
  confirm: string
  open?: boolean
  busy: boolean
  onConfirm: () => void
  onClose: () => void
  /** The object that is removed, or the consequence. */
  children: ReactNode
}

/** Asks for confirmation of an action that can't be undone. */
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
        // A long label gets a line of its own, above the other.
        <div className="flex flex-wrap-reverse gap-3 *:grow *:basis-[calc(50%-0.375rem)]">
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
