import { type ComponentProps, type ReactNode, useState } from 'react'
import { Button } from '../components/Button.tsx'
import { ConfirmDialog } from './ConfirmDialog.tsx'

interface ConfirmButtonProps extends Pick<ComponentProps<typeof Button>, 'variant' | 'size' | 'className'> {
  label: ReactNode
  title: string
  /** The label of the confirm button. */
  confirm: string
  busy: boolean
  onConfirm: (close: () => void) => void
  /** The consequence. */
  children: ReactNode
}

/** A button whose action is asked for once more. */
export function ConfirmButton({
  label,
  title,
  confirm,
  busy,
  onConfirm,
  children,
  ...button
}: ConfirmButtonProps) {
  const [isAsking, setAsking] = useState(false)
  const close = () => setAsking(false)
  return (
    <>
      <Button {...button} onClick={() => setAsking(true)}>
        {label}
      </Button>
      <ConfirmDialog
        title={title}
        confirm={confirm}
        open={isAsking}
        busy={busy}
        onConfirm={() => onConfirm(close)}
        onClose={close}
      >
        {children}
      </ConfirmDialog>
    </>
  )
}
