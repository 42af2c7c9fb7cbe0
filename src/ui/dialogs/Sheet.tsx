import type { ComponentProps } from 'react'
import { Dialog, DialogContent } from './Dialog.tsx'

type SheetProps = ComponentProps<typeof DialogContent> & {
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** A whole dialog, for pages that load it when it opens. */
export const Sheet = ({ open, onOpenChange, ...content }: SheetProps) => (
  <Dialog open={open} onOpenChange={onOpenChange}>
    <DialogContent {...content} />
  </Dialog>
)
