import { type ReactNode, type SyntheticEvent, useId } from 'react'
import { Button } from '../components/Button.tsx'
import { Dialog, DialogContent } from '../dialogs/Dialog.tsx'
import { DialogButtons } from '../dialogs/DialogButtons.tsx'

interface FormDialogProps {
  title: string
  description?: string
  /** The label of the button that sends it. */
  action: string
  isBusy: boolean
  onSubmit: (event: SyntheticEvent) => unknown
  onClose: () => void
  /** The fields. */
  children: ReactNode
}

/** A form in a dialog, which stays open while it is being sent. */
export function FormDialog({
  title,
  description,
  action,
  isBusy,
  onSubmit,
  onClose,
  children,
}: FormDialogProps) {
  const form = useId()
  return (
    <Dialog open onOpenChange={isOpen => !isOpen && !isBusy && onClose()}>
      <DialogContent
        title={title}
        description={description}
        footer={
          <DialogButtons isBusy={isBusy} onCancel={onClose}>
            <Button type="submit" form={form} busy={isBusy}>
              {action}
            </Button>
          </DialogButtons>
        }
      >
        <form
          id={form}
          noValidate
          method="post"
          className="grid gap-5"
          onSubmit={event => {
            // A dialog that is opened within another form is its child for React, which would send that one as well.
            event.stopPropagation()
            void onSubmit(event)
          }}
        >
          {children}
        </form>
      </DialogContent>
    </Dialog>
  )
}
