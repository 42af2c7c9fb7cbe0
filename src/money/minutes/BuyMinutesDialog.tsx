import { type ComponentProps, type ReactNode, useState } from 'react'
import { lazyDialog } from '../../ui/dialogs/lazyDialog.tsx'
import { UNPLAYABLE_MINUTES } from './labels.rules.ts'

/** Its trigger is on every page, and few visitors buy. */
const BuyMinutesPanel = lazyDialog({
  title: 'Minuten kopen',
  load: async () => (await import('./BuyMinutesPanel.tsx')).BuyMinutesPanel,
})

interface MinutesDialogProps {
  /** The button, which gets the function that opens the dialog; omitted when it is opened in another way. */
  renderButton?: (
    opens: Pick<ComponentProps<'button'>, 'aria-haspopup' | 'onClick' | 'onPointerEnter' | 'onFocus'>,
  ) => ReactNode
  /** Set together with `onOpenChange` by a parent that controls the dialog, such as the low-balance warning. */
  open?: boolean
  onOpenChange?: (open: boolean) => void
  /** 'Minuten kopen' by default. */
  title?: string
  description?: string
}

/** `<BuyMinutesDialog renderButton={opens => <Button {...opens}>Minuten kopen</Button>} />` */
export function BuyMinutesDialog({
  renderButton,
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
  const content = { title, description, onOpenAutoFocus: renderButton ? undefined : focusPanel }
  return (
    <>
      {renderButton?.({
        'aria-haspopup': 'dialog',
        onClick: () => change(true),
        ...BuyMinutesPanel.preloadOnIntent,
      })}
      <BuyMinutesPanel open={open ?? ownOpen} onOpenChange={change} {...content} />
    </>
  )
}

/** For `onOpenAutoFocus`: the dialog itself, where Space presses nothing. */
function focusPanel(event: Event): void {
  event.preventDefault()
  if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus()
}
