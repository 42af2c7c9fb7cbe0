import { Slot } from 'radix-ui'
import { type ReactNode, useState } from 'react'
import { focusPanel } from '../../ui/components/focusPanel.ts'
import { lazyDialog } from '../../ui/components/lazyDialog.tsx'
import { UNPLAYABLE_MINUTES } from './labels.rules.ts'

/** Its trigger is on every page, and few visitors buy. */
const BuyMinutesPanel = lazyDialog({
  title: 'Minuten kopen',
  load: async () => (await import('./BuyMinutesPanel.tsx')).BuyMinutesPanel,
})

interface MinutesDialogProps {
  /** The button that opens the dialog; omitted when it is opened in another way. */
  children?: ReactNode
  /** Set together with `onOpenChange` by a parent that controls the dialog, such as the low-balance warning. */
  open?: boolean
  onOpenChange?: (open: boolean) => void
  /** 'Minuten kopen' by default. */
  title?: string
  description?: string
}

/** `<BuyMinutesDialog><Button>Minuten kopen</Button></BuyMinutesDialog>` */
export function BuyMinutesDialog({
  children,
  open,
  onOpenChange,
  title = 'Minuten kopen',
  description = `Gebruik tot je minuten op zijn. ${UNPLAYABLE_MINUTES}`,
}: MinutesDialogProps) {
  const [ownOpen, setOwnOpen] = useState(false)
  const change = (next: boolean) => {
    setOwnOpen(next)
    onOpenChange?.(next)
  }
  // One that opens by itself may do so just when the player presses Space to stop: it must not press anything else.
  const content = { title, description, onOpenAutoFocus: children ? undefined : focusPanel }
  return (
    <>
      {children && (
        <Slot.Root aria-haspopup="dialog" onClick={() => change(true)} {...BuyMinutesPanel.preloadOnIntent}>
          {children}
        </Slot.Root>
      )}
      <BuyMinutesPanel open={open ?? ownOpen} onOpenChange={change} {...content} />
    </>
  )
}
