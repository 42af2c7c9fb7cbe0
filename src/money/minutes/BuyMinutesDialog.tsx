import { lazy, type ReactNode, Suspense, useState } from 'react'
import { Dialog, DialogContent, DialogTrigger } from '../../ui/components/Dialog.tsx'
import { Skeleton } from '../../ui/components/Skeleton.tsx'

/** Not in the first bundle: the trigger is on every page, and few visitors buy. */
const importBuyMinutesForm = async () => ({ default: (await import('./BuyMinutesForm.tsx')).BuyMinutesForm })
const BuyMinutesForm = lazy(importBuyMinutesForm)

interface MinutesDialogProps {
  /** The button that opens the dialog; omitted when it is opened in another way. */
  children?: ReactNode
  /** Set together with `onOpenChange` by a parent that controls the dialog, such as the low-balance warning. */
  open?: boolean
  onOpenChange?: (open: boolean) => void
}

/** `<BuyMinutesDialog><Button>Minuten kopen</Button></BuyMinutesDialog>` */
export function BuyMinutesDialog({ children, open, onOpenChange }: MinutesDialogProps) {
  const [ownOpen, setOwnOpen] = useState(false)
  const isOpen = open ?? ownOpen
  const [visit, setVisit] = useState(0)
  const [wasOpen, setWasOpen] = useState(false)
  if (isOpen !== wasOpen) {
    setWasOpen(isOpen)
    // A new key resets the form at every opening.
    if (isOpen) setVisit(visit + 1)
  }
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
        <Suspense fallback={<BuyMinutesSkeleton />}>
          <BuyMinutesForm key={visit} />
        </Suspense>
      )}
    </Dialog>
  )
}

const BuyMinutesSkeleton = () => (
  <DialogContent title="Minuten kopen">
    <Skeleton className="h-96" />
  </DialogContent>
)
