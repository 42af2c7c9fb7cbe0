import { Calculator } from 'lucide-react'
import { useState } from 'react'
import type { ShippingRate } from '../../shop/shipping/contract.ts'
import { ShippingCalculatorDialog } from '../../shop/shipping/ShippingCalculatorDialog.tsx'
import { Button } from '../../ui/components/Button.tsx'
import { formatCents } from '../../wire/money.ts'

/** The shipping costs, shown before checkout. */
export function ShippingCostSection() {
  const [rate, setRate] = useState<ShippingRate | null>(null)
  return (
    <section className="measure pt-20 md:pt-28" aria-labelledby="shipping">
      <div className="flex flex-wrap items-center justify-between gap-x-12 gap-y-6 rounded-card bg-sunken px-6 py-10 md:px-14">
        <div className="grid max-w-xl gap-3">
          <h2 id="shipping" className="display text-heading">
            Verzending, vooraf duidelijk
          </h2>
          <p className="text-ink-soft">
            Standaardverzending van je bestelling is gratis. Wil je weten wat een pakket anders kost, naar ons
            land of een ander? Reken het uit.
          </p>
        </div>
        <div className="grid gap-2 max-sm:w-full sm:justify-items-end">
          <ShippingCalculatorDialog onApply={setRate}>
            <Button variant="secondary">
              <Calculator aria-hidden />
              Bereken verzendkosten
            </Button>
          </ShippingCalculatorDialog>
          <p role="status" className="figures min-h-5.5 text-small text-ink-soft">
            {rate && (
              <>
                <span className="font-semibold text-ink">{formatCents(rate.price)}</span> voor{' '}
                {rate.serviceName} met {rate.zone.carrier}, {rate.deliveryTime}
              </>
            )}
          </p>
        </div>
      </div>
    </section>
  )
}
