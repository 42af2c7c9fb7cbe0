import { type ReactNode, useState } from 'react'
import { Dialog, DialogContent, DialogTrigger } from '../../ui/dialogs/Dialog.tsx'
import { lazyPart } from '../../ui/components/lazyPart.tsx'
import { Skeleton } from '../../ui/components/Skeleton.tsx'
import type { ParcelForm } from './calculator.rules.ts'
import type { ShippingRate } from './contract.ts'

/** Not in the first bundle: few visitors use it. */
const ShippingCalculator = lazyPart({
  load: async () => (await import('./ShippingCalculator.tsx')).ShippingCalculator,
  placeholder: <Skeleton className="h-96" />,
  frame: content => <DialogContent title="Verzendkosten berekenen">{content}</DialogContent>,
})

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
      <DialogTrigger asChild {...ShippingCalculator.preloadOnIntent}>
        {children}
      </DialogTrigger>
      {isOpen && <ShippingCalculator parcel={parcel} onApply={apply} />}
    </Dialog>
  )
}
