import { useSuspenseQuery } from '@tanstack/react-query'
import { MapPinned, Plus } from 'lucide-react'
import { useId, useState } from 'react'
import { Link } from 'react-router'
import { plural } from '../../../ui/format.ts'
import { AdminPageHeader } from '../../../ui/lists/AdminPageHeader.tsx'
import { Button } from '../../../ui/components/Button.tsx'
import { EmptyState } from '../../../ui/components/EmptyState.tsx'
import { AdminShippingZone } from './AdminShippingZone.tsx'
import { AdminZoneDialog } from './AdminZoneDialog.tsx'
import { shippingRatesQuery, shippingZonesQuery } from './hooks.ts'
import { Notice } from '../../../ui/components/Notice.tsx'
import { Skeleton } from '../../../ui/components/Skeleton.tsx'
import { formatCents } from '../../../wire/money.ts'
import { emptyParcelForm } from '../calculator.rules.ts'
import { useShippingQuote } from '../hooks.ts'
import { ParcelFields } from '../ParcelFields.tsx'

/** `/admin/shipping`: the zones and rates, and a preview. */
export function AdminShippingPage() {
  const { data: zones } = useSuspenseQuery(shippingZonesQuery)
  const { data: rates } = useSuspenseQuery(shippingRatesQuery)
  const [isAdding, setAdding] = useState(false)
  return (
    <>
      <AdminPageHeader
        title="Verzending"
        aside={`${plural(zones.length, 'zone', 'zones')}, ${plural(rates.length, 'tarief', 'tarieven')}`}
        actions={
          <Button onClick={() => setAdding(true)}>
            <Plus aria-hidden /> Zone toevoegen
          </Button>
        }
      >
        Tarieven per vervoerder en gewicht, zonder btw. “Bereken verzendkosten” toont ze met en zonder btw. Of
        klanten ze betalen, kies je bij{' '}
        <Link to="/admin/settings" className="underline underline-offset-4">
          Instellingen
        </Link>
        ; dan komt de btw erbij.
      </AdminPageHeader>
      <div className="grid items-start gap-8 min-[89rem]:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid gap-5">
          {zones.map(zone => (
            <AdminShippingZone
              key={zone.id}
              zone={zone}
              rates={rates.filter(({ zoneId }) => zoneId === zone.id)}
            />
          ))}
          {zones.length === 0 && (
            <EmptyState icon={MapPinned} title="Er zijn nog geen zones">
              Begin met een zone: de landen waar een vervoerder voor dezelfde prijs heen gaat.
            </EmptyState>
          )}
        </div>
        <AdminRatePreview />
      </div>
      <AdminZoneDialog zone={null} open={isAdding} onClose={() => setAdding(false)} />
    </>
  )
}

/** Shows the rates that the shop would offer for a parcel, while typing. */
function AdminRatePreview() {
  const id = useId()
  const [measures, setMeasures] = useState({ ...emptyParcelForm, weight: '500' })
  const quote = useShippingQuote(measures)
  return (
    <section
      aria-labelledby={id}
      className="grid gap-5 rounded-card border border-line bg-sunken p-5 min-[89rem]:sticky min-[89rem]:top-24"
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
          {rates.map(({ id, serviceName, price, priceWithVat, deliveryTime, zone }) => (
            <li key={id} className="flex items-baseline justify-between gap-4 py-2.5">
              <span>
                <span className="font-medium">{serviceName}</span>
                <span className="block text-ink-soft">
                  {zone.carrier}, {zone.name}, {deliveryTime}
                </span>
              </span>
              <span className="grid justify-items-end font-medium">
                {formatCents(price)}
                {priceWithVat !== price && (
                  <span className="font-normal text-ink-soft">{formatCents(priceWithVat)} met btw</span>
                )}
              </span>
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}
