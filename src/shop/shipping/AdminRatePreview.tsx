import { useId, useState } from 'react'
import { plural } from '../../ui/format.ts'
import { Notice } from '../../ui/components/Notice.tsx'
import { Skeleton } from '../../ui/components/Skeleton.tsx'
import { formatCents } from '../../wire/money.ts'
import { emptyParcelForm } from './calculator.rules.ts'
import { useShippingQuote } from './hooks.ts'
import { ParcelFields } from './ParcelFields.tsx'

/** Shows the rates that the shop would offer for a parcel, while typing. */
export function AdminRatePreview() {
  const id = useId()
  const [measures, setMeasures] = useState({ ...emptyParcelForm, weight: '500' })
  const quote = useShippingQuote(measures)
  return (
    <section
      aria-labelledby={id}
      className="grid gap-5 rounded-card border border-line bg-sunken p-5 xl:sticky xl:top-24"
    >
      <div className="grid gap-1">
        <h2 id={id} className="text-subheading font-medium">
          Uitproberen
        </h2>
        <p className="text-small text-ink-soft">Wat de winkel voor een pakket aanbiedt.</p>
      </div>
      <ParcelFields
        measures={measures}
        hasFixedCountry={false}
        errors={quote.errors}
        onChange={setMeasures}
      />
      <Offers quote={quote} />
    </section>
  )
}

function Offers({ quote: { rates, isWaiting, failure } }: { quote: ReturnType<typeof useShippingQuote> }) {
  if (isWaiting) return <Skeleton className="h-32 rounded-card" />
  if (failure !== null) return <Notice tone="error" title={failure} />
  return (
    <div className="grid min-h-32 content-start gap-2">
      <p role="status" className="text-small text-ink-soft">
        {rates && (rates.length > 0 ? plural(rates.length, 'tarief', 'tarieven') : 'Hier gaat niets heen.')}
      </p>
      {rates && rates.length > 0 && (
        <ol className="figures divide-y divide-line rounded-card border border-line bg-surface px-4 text-small">
          {rates.map(({ id, serviceName, price, deliveryTime, zone }) => (
            <li key={id} className="flex items-baseline justify-between gap-4 py-2.5">
              <span>
                <span className="font-medium">{serviceName}</span>
                <span className="block text-ink-soft">
                  {zone.carrier}, {zone.name}, {deliveryTime}
                </span>
              </span>
              <span className="font-medium">{formatCents(price)}</span>
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}
