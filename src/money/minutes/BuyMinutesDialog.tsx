import { lazy, type ReactNode, Suspense, useState } from 'react'
import { Dialog, DialogContent, DialogTrigger } from '../../ui/components/Dialog.tsx'
import { Skeleton } from '../../ui/components/Skeleton.tsx'

/** Not in the first bundle: the trigger stands on every page, and few visits buy. */
const importBuyMinutesForm = async () => ({ default: (await import('./BuyMinutesForm.tsx')).BuyMinutesForm })
const BuyMinutesForm = lazy(importBuyMinutesForm)

interface MinutesDialogProps {
  /** What opens it: one button. Left out by who opens it in another way. */
  children?: ReactNode
  /** Given together with `onOpenChange` by who decides on it, such as a warning that the minutes run out. */
  open?: boolean
  onOpenChange?: (open: boolean) => void
}

/** `<MinutesDialog><Button>Minuten kopen</Button></MinutesDialog>` */
export function BuyMinutesDialog({ children, open, onOpenChange }: MinutesDialogProps) {
  const [ownOpen, setOwnOpen] = useState(false)
  const isOpen = open ?? ownOpen
  const [visit, setVisit] = useState(0)
  const [wasOpen, setWasOpen] = useState(false)
  if (isOpen !== wasOpen) {
    setWasOpen(isOpen)
    // Every opening begins with nothing chosen and nothing agreed to.
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
