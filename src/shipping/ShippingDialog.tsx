import { lazy, type ReactNode, Suspense, useState } from 'react'
import { Dialog, DialogContent, DialogTrigger } from '../web/ui/Dialog.tsx'
import { Skeleton } from '../web/ui/Skeleton.tsx'
import type { ShippingRate } from './contract.ts'

/** Not in the first bundle: few visits reckon. */
const load = async () => ({ default: (await import('./ShippingCalculator.tsx')).ShippingCalculator })
const ShippingCalculator = lazy(load)

interface ShippingDialogProps {
  /** What opens it: one button. */
  children: ReactNode
  /** Gets the rate that was chosen, as the dialog closes. */
  onApply: (rate: ShippingRate) => void
}

/** `<ShippingDialog onApply={…}><Button>Bereken verzendkosten</Button></ShippingDialog>` */
export function ShippingDialog({ children, onApply }: ShippingDialogProps) {
  const [isOpen, setOpen] = useState(false)
  const apply = (rate: ShippingRate) => {
    setOpen(false)
    onApply(rate)
  }
  return (
    <Dialog open={isOpen} onOpenChange={setOpen}>
      <DialogTrigger asChild onPointerEnter={() => void load()} onFocus={() => void load()}>
        {children}
      </DialogTrigger>
      {isOpen && (
        <Suspense fallback={<Waiting />}>
          <ShippingCalculator onApply={apply} />
        </Suspense>
      )}
    </Dialog>
  )
}

const Waiting = () => (
  <DialogContent title="Verzendkosten berekenen">
    <Skeleton className="h-96" />
  </DialogContent>
)
