import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useShop } from '../../ui/page/boot.ts'
import { Button } from '../../ui/components/Button.tsx'
import { DialogContent } from '../../ui/dialogs/Dialog.tsx'
import { calculatorIntro, deliveryTimesText, emptyParcelForm, type ParcelForm } from './calculator.rules.ts'
import type { ShippingRate } from './contract.ts'
import { deliveryTimesQuery, useShippingQuote } from './hooks.ts'
import { ParcelFields } from './ParcelFields.tsx'
import { plural } from '../../ui/format.ts'
import { RadioCard } from '../../ui/forms/Checkbox.tsx'
import { Notice } from '../../ui/components/Notice.tsx'
import { Skeleton } from '../../ui/components/Skeleton.tsx'
import { formatCents } from '../../wire/money.ts'

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
  const shop = useShop()
  const times = deliveryTimesText(useQuery(deliveryTimesQuery).data ?? [])
  const chosen = quote.rates?.find(({ id }) => id === chosenId) ?? quote.rates?.[0] ?? null
  return (
    <DialogContent
      title="Verzendkosten berekenen"
      description={
        parcel
          ? 'Je eigen verzendkosten voor dit product binnen Nederland. De klant ziet dit niet.'
          : calculatorIntro(shop)
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
          Prijzen zijn exclusief btw.{times !== '' && ` Levering: ${times}.`}
        </p>
      </form>
    </DialogContent>
  )
}

interface RatesProps {
  quote: ReturnType<typeof useShippingQuote>
  chosenId: string | null
  onChoose: (id: string) => void
}

/** The calculated rates, in a space of fixed size, so that the dialog does not move. */
function ShippingRateOptions({ quote, chosenId, onChoose }: RatesProps) {
  const { rates, isWaiting, failure, retry } = quote
  return (
    <div className="grid min-h-39 content-start gap-3" aria-busy={isWaiting}>
      {/* Announces the result to a screen reader while the focus stays in the field. */}
      <p role="status" className="sr-only">
        {rates && rates.length > 0 && announcementText(rates)}
      </p>
      {isWaiting && [1, 2].map(place => <Skeleton key={place} className="h-18 rounded-card" />)}
      {failure !== null && (
        <Notice tone="error" title={failure}>
          <Button variant="link" size="sm" onClick={retry} className="py-2">
            Probeer opnieuw
          </Button>
        </Notice>
      )}
      {rates?.length === 0 && (
        <Notice tone="info" title="Geen verzendopties beschikbaar">
          Probeer een kleiner of lichter pakket, of een ander land.
        </Notice>
      )}
      {rates && rates.length > 0 && (
        <fieldset className="grid gap-3">
          <legend className="sr-only">Kies een verzendoptie</legend>
          {rates.map(({ id, serviceName, deliveryTime, price, priceWithVat, zone }) => (
            <RadioCard
              key={id}
              name="rate"
              value={id}
              checked={id === chosenId}
              onChange={() => onChoose(id)}
              title={serviceName}
              aside={
                <span className="figures grid justify-items-end font-medium">
                  {formatCents(price)}
                  {priceWithVat !== price && (
                    <span className="text-small font-normal text-ink-soft">
                      {formatCents(priceWithVat)} met btw
                    </span>
                  )}
                </span>
              }
            >
              {zone.carrier}, {deliveryTime}
            </RadioCard>
          ))}
        </fieldset>
      )}
      {!isWaiting && failure === null && rates === null && (
        <p className="grid min-h-39 place-items-center rounded-card bg-sunken px-6 text-center text-small text-ink-soft">
          Vul het gewicht in, dan rekenen we het meteen uit.
        </p>
      )}
    </div>
  )
}

const announcementText = (rates: ShippingRate[]): string =>
  `${plural(rates.length, 'verzendoptie', 'verzendopties')}, vanaf ${formatCents(rates[0]?.price ?? 0)}`
