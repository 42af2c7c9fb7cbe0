import type { ReactNode } from 'react'
import { Button } from '../components/Button.tsx'

interface DialogButtonsProps {
  /** Whether the action is under way, so that it is too late to think again. */
  isBusy?: boolean
  onCancel: () => void
  /** The button of the action; on a phone it stands first. */
  children: ReactNode
}

/** The footer of a dialog that asks for confirmation: not after all, or the action. */
export const DialogButtons = ({ isBusy, onCancel, children }: DialogButtonsProps) => (
  <div className="grid gap-3 max-sm:*:last:order-first sm:grid-cols-2">
    <Button variant="secondary" disabled={isBusy} onClick={onCancel}>
      Toch niet
    </Button>
    {children}
  </div>
)
