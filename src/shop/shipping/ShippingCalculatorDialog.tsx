import { lazy, type ReactNode, Suspense, useState } from 'react'
import { Dialog, DialogContent, DialogTrigger } from '../../ui/components/Dialog.tsx'
import { Skeleton } from '../../ui/components/Skeleton.tsx'
import type { ParcelForm } from './calculator.rules.ts'
import type { ShippingRate } from './contract.ts'

/** Not in the first bundle: few visitors use it. */
const load = async () => ({ default: (await import('./ShippingCalculator.tsx')).ShippingCalculator })
const ShippingCalculator = lazy(load)

interface ShippingDialogProps {
  /** The button that opens the dialog. */
  children: ReactNode
  /** The initial values for a known parcel; the country can't be changed then. */
  parcel?: ParcelForm
  /** Called with the selected rate and its parcel form, as the dialog closes. */
  onApply: (rate: ShippingRate, measures: ParcelForm) => void
}

/** `<ShippingCalculatorDialog onApply={…}><Button>Bereken verzendkosten</Button></ShippingCalculatorDialog>` */
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
