import { RadioCard } from '../../ui/components/Checkbox.tsx'
import { formatCents } from '../../wire/money.ts'
import type { CheckoutState } from './checkout.hooks.ts'
import { StepHeading } from './StepHeading.tsx'

export function ShippingStep({ ordering }: { ordering: CheckoutState }) {
  const { hasTracking, trackingPrice, change } = ordering
  return (
    <>
      <StepHeading ordering={ordering}>Verzendwijze</StepHeading>
      <fieldset className="grid gap-3">
        <legend className="sr-only">Kies hoe we verzenden</legend>
        <RadioCard
          name="shipping"
          checked={!hasTracking}
          onChange={() => change({ hasTracking: false })}
          title="Standaard verzending"
          aside={<span className="font-medium">Gratis</span>}
        >
          Discreet verpakt, door de gewone post.
        </RadioCard>
        <RadioCard
          name="shipping"
          checked={hasTracking}
          onChange={() => change({ hasTracking: true })}
          title="Verzending met track & trace"
          aside={
            trackingPrice > 0 ? (
              <span className="figures font-medium">+ {formatCents(trackingPrice)}</span>
            ) : (
              <span className="font-medium">Gratis</span>
            )
          }
        >
          Even discreet, en je ziet waar je pakket is.
        </RadioCard>
      </fieldset>
    </>
  )
}
