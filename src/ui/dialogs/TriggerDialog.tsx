import { type ComponentProps, type ReactElement, type ReactNode, useState } from 'react'
import { Dialog, DialogContent, DialogTrigger } from './Dialog.tsx'

type TriggerDialogProps = Omit<ComponentProps<typeof DialogContent>, 'children'> & {
  /** The button that opens it. */
  trigger: ReactElement
  /** The content; it gets the function that closes the dialog. */
  children: (close: () => void) => ReactNode
}

/** A dialog with the button that opens it. */
export function TriggerDialog({ trigger, children, ...content }: TriggerDialogProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Dialog open={isOpen} onOpenChange={setIsOpen}>
      <DialogTrigger asChild>{trigger}</DialogTrigger>
      <DialogContent {...content}>{children(() => setIsOpen(false))}</DialogContent>
    </Dialog>
  )
}
