import { useState } from 'react'
import { Button } from '../../ui/components/Button.tsx'
import { DialogContent } from '../../ui/components/Dialog.tsx'
import { type ParcelForm, emptyParcelForm } from './calculator.rules.ts'
import type { ShippingRate } from './contract.ts'
import { useShippingQuote } from './hooks.ts'
import { ParcelFields } from './ParcelFields.tsx'
import { ShippingRateOptions } from './ShippingRateOptions.tsx'

const FORM = 'shipping-calculator'

interface ShippingCalculatorProps {
  parcel: ParcelForm | undefined
  onApply: (rate: ShippingRate, measures: ParcelForm) => void
}

/** Shows the rates for a parcel while typing. */
export function ShippingCalculator({ parcel, onApply }: ShippingCalculatorProps) {
  const [measures, setMeasures] = useState(parcel ?? emptyParcelForm)
  const [chosenId, choose] = useState<string | null>(null)
  const quote = useShippingQuote(measures)
  const chosen = quote.rates?.find(({ id }) => id === chosenId) ?? quote.rates?.[0] ?? null
  return (
    <DialogContent
      title="Verzendkosten berekenen"
      description={
        parcel
          ? 'Wat het jou kost om dit product in Nederland te versturen. De klant betaalt dit niet.'
          : 'Standaardverzending van je bestelling in onze shop is gratis. Hier zie je wat een pakket anders kost.'
      }
      footer={
        <Button size="lg" type="submit" form={FORM} disabled={!chosen} className="w-full">
          Toepassen
        </Button>
      }
    >
      <form
        id={FORM}
        noValidate
        method="post"
        className="grid gap-6"
        onSubmit={event => {
          // React events bubble to a form around the dialog, which must not be submitted.
          event.stopPropagation()
          event.preventDefault()
          if (chosen) onApply(chosen, measures)
        }}
      >
        <ParcelFields
          measures={measures}
          hasFixedCountry={parcel !== undefined}
          errors={quote.errors}
          onChange={setMeasures}
        />
        <ShippingRateOptions quote={quote} chosenId={chosen?.id ?? null} onChoose={choose} />
        <p className="text-small text-ink-soft">
          Prijzen zijn exclusief btw. Levering: 1-2 werkdagen in Nederland, 2-3 in België, 3-5 in de EU en{' '}
          <span className="whitespace-nowrap">5-10</span> wereldwijd.
        </p>
      </form>
    </DialogContent>
  )
}
