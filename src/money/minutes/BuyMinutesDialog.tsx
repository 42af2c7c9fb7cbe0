import { type ReactNode, useState } from 'react'
import { Dialog, DialogContent, DialogTrigger } from '../../ui/components/Dialog.tsx'
import { lazyPart } from '../../ui/components/lazyPart.tsx'
import { Skeleton } from '../../ui/components/Skeleton.tsx'
import { UNPLAYABLE_MINUTES } from './labels.rules.ts'

/** Not in the first bundle: the trigger is on every page, and few visitors buy. */
const BuyMinutesForm = lazyPart({
  load: async () => (await import('./BuyMinutesForm.tsx')).BuyMinutesForm,
  placeholder: <Skeleton className="h-96" />,
  frame: (content, { title, description, stop }) => (
    <DialogContent title={title} description={description} footer={stop}>
      {content}
    </DialogContent>
  ),
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
  /** Shown below the order button: the stop of a toy, when the dialog covers it. */
  stop?: ReactNode
}

/** `<BuyMinutesDialog><Button>Minuten kopen</Button></BuyMinutesDialog>` */
export function BuyMinutesDialog({
  children,
  open,
  onOpenChange,
  title = 'Minuten kopen',
  description = `Gebruik tot je minuten op zijn. ${UNPLAYABLE_MINUTES}`,
  stop = null,
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
  return (
    <Dialog
      open={isOpen}
      onOpenChange={next => {
        setOwnOpen(next)
        onOpenChange?.(next)
      }}
    >
      {children && (
        <DialogTrigger asChild {...BuyMinutesForm.preloadOnIntent}>
          {children}
        </DialogTrigger>
      )}
      {visit > 0 && <BuyMinutesForm key={visit} {...{ title, description, stop }} />}
    </Dialog>
  )
}
