import type { ComponentProps } from 'react'
import { Dialog, DrawerContent } from './Dialog.tsx'

type DrawerProps = Pick<ComponentProps<typeof DrawerContent>, 'title' | 'footer' | 'children'> & {
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** A whole drawer, for pages that load it when it opens. */
export const Drawer = ({ open, onOpenChange, ...content }: DrawerProps) => (
  <Dialog open={open} onOpenChange={onOpenChange}>
    <DrawerContent {...content} />
  </Dialog>
)
