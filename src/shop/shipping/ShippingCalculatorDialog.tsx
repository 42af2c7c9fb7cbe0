import { lazy, type ReactNode, Suspense, useState } from 'react'
import { Dialog, DialogContent, DialogTrigger } from '../../ui/components/Dialog.tsx'
import { Skeleton } from '../../ui/components/Skeleton.tsx'
import type { ParcelForm } from './calculator.rules.ts'
import type { ShippingRate } from './contract.ts'

/** Not in the first bundle: few visits reckon. */
const load = async () => ({ default: (await import('./ShippingCalculator.tsx')).ShippingCalculator })
const ShippingCalculator = lazy(load)

interface ShippingDialogProps {
  /** What opens it: one button. */
  children: ReactNode
  /** For a parcel that is known: what it begins with, and the country stays. */
  parcel?: ParcelForm
  /** Gets the rate that was chosen and what it was reckoned for, as the dialog closes. */
  onApply: (rate: ShippingRate, measures: ParcelForm) => void
}

/** `<ShippingDialog onApply={…}><Button>Bereken verzendkosten</Button></ShippingDialog>` */
export function ShippingCalculatorDialog({ children, parcel, onApply }: ShippingDialogProps) {
  const [isOpen, setOpen] = useState(false)
  const apply: ShippingDialogProps['onApply'] = (rate, measures) => {
    setOpen(false)
    onApply(rate, measures)
  }
  return (
    <Dialog open={isOpen} onOpenChange={setOpen}>
      <DialogTrigger asChild onPointerEnter={() => void load()} onFocus={() => void load()}>
        {children}
      </DialogTrigger>
      {isOpen && (
        <Suspense fallback={<Waiting />}>
          <ShippingCalculator parcel={parcel} onApply={apply} />
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
