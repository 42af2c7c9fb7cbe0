import { lazy, type ReactNode, Suspense, useState } from 'react'
import { Dialog, DialogContent, DialogTrigger, focusPanel } from '../../ui/components/Dialog.tsx'
import { Skeleton } from '../../ui/components/Skeleton.tsx'
import type { BuyMinutesFormProps } from './BuyMinutesForm.tsx'
import { UNPLAYABLE_MINUTES } from './labels.rules.ts'

/** Not in the first bundle: the trigger is on every page, and few visitors buy. */
const importBuyMinutesForm = async () => ({ default: (await import('./BuyMinutesForm.tsx')).BuyMinutesForm })
const BuyMinutesForm = lazy(importBuyMinutesForm)

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
  const isOpen = open ?? ownOpen
  const [visit, setVisit] = useState(0)
  const [wasOpen, setWasOpen] = useState(false)
  if (isOpen !== wasOpen) {
    setWasOpen(isOpen)
    // A new key resets the form at every opening.
    if (isOpen) setVisit(visit + 1)
  }
  // One that opens by itself may do so just when the player presses Space to stop: it must not press anything else.
  const content = { title, description, onOpenAutoFocus: children ? undefined : focusPanel }
  return (
    <Dialog
      open={isOpen}
      onOpenChange={next => {
        setOwnOpen(next)
        onOpenChange?.(next)
      }}
    >
      {children && (
        <DialogTrigger
          asChild
          onPointerEnter={() => void importBuyMinutesForm()}
          onFocus={() => void importBuyMinutesForm()}
        >
          {children}
        </DialogTrigger>
      )}
      {visit > 0 && (
        <Suspense fallback={<BuyMinutesSkeleton {...content} />}>
          <BuyMinutesForm key={visit} {...content} />
        </Suspense>
      )}
    </Dialog>
  )
}

const BuyMinutesSkeleton = (content: BuyMinutesFormProps) => (
  <DialogContent {...content}>
    <Skeleton className="h-96" />
  </DialogContent>
)
