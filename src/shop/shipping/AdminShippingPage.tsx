import { useSuspenseQuery } from '@tanstack/react-query'
import { MapPinned, Plus } from 'lucide-react'
import { useState } from 'react'
import { plural } from '../../ui/format.ts'
import { AdminPageHeader } from '../../ui/components/AdminPageHeader.tsx'
import { Button } from '../../ui/components/Button.tsx'
import { EmptyState } from '../../ui/components/EmptyState.tsx'
import { AdminRatePreview } from './AdminRatePreview.tsx'
import { AdminShippingZone } from './AdminShippingZone.tsx'
import { AdminZoneDialog } from './AdminZoneDialog.tsx'
import { shippingRatesQuery, shippingZonesQuery } from './admin.hooks.ts'

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
        Wat een pakket kost, per vervoerder en gewicht. Klanten rekenen ermee op de productpagina; bij een
        product bepaalt het goedkoopste tarief naar Nederland de verzendkosten.
      </AdminPageHeader>
      <div className="grid items-start gap-8 xl:grid-cols-[minmax(0,1fr)_22rem]">
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
