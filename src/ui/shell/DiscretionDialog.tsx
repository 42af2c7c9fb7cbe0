import { Dialog, DialogContent } from '../dialogs/Dialog.tsx'
import { DiscretionSettings } from './DiscretionSettings.tsx'

interface DiscretionDialogProps {
  onClose: () => void
  /** Gives the focus back. */
  onCloseAutoFocus: (event: Event) => void
}

/** For visitors too: whoever has an account finds the same in their settings. */
export const DiscretionDialog = ({ onClose, onCloseAutoFocus }: DiscretionDialogProps) => (
  <Dialog open onOpenChange={open => !open && onClose()}>
    <DialogContent title="Discretie" onCloseAutoFocus={onCloseAutoFocus}>
      <DiscretionSettings />
    </DialogContent>
  </Dialog>
)
