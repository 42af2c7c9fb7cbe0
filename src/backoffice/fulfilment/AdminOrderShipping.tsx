import { ExternalLink, Truck } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/components/Button.tsx'
import { Card } from '../../ui/components/Card.tsx'
import { AdminTracking } from './AdminTracking.tsx'
import type { AdminOrder } from './contract.ts'
import { STANDARD_POST } from '../../shop/orders/contract.ts'
import { useSetOrderStatus } from './hooks.ts'
import { parcelTracking } from '../../shop/orders/tracking.rules.ts'
import { isPickingLocked, isPicked } from './picking.rules.ts'

/** Ships an order, with a tracking code or by standard post. */
export function AdminOrderShipping({ order }: { order: AdminOrder }) {
  const { status } = order
  if (status === 'PENDING' || status === 'CANCELLED') return null
  return (
    <Card className="grid gap-4 p-5 max-sm:px-4">
      <h2 className="text-subheading font-medium">Verzending en tracking</h2>
      {isPickingLocked(order) ? <ShippedDetails order={order} /> : <NotYetShipped order={order} />}
    </Card>
  )
}

function NotYetShipped({ order }: { order: AdminOrder }) {
  const [isTracked, setIsTracked] = useState(order.hasTracking)
  const ready = isPicked(order)
  return (
    <>
      {!ready && (
        <p id="not-picked" className="text-small text-ink-soft">
          Vink eerst alle items af als gepickt. Daarna kun je verzenden.
        </p>
      )}
      {isTracked ? (
        <AdminTracking order={order} isReady={ready} />
      ) : (
        <div className="flex flex-wrap gap-3">
          <ShipByPostButton order={order} isReady={ready} />
          <Button variant="quiet" onClick={() => setIsTracked(true)}>
            Toch met tracking
          </Button>
        </div>
      )}
    </>
  )
}

function ShipByPostButton({ order, isReady }: { order: AdminOrder; isReady: boolean }) {
  const set = useSetOrderStatus()
  const send = () =>
    set.mutate({
      orderId: order.id,
      status: 'SHIPPED',
      trackingCode: '',
      shippingCarrier: STANDARD_POST,
    })
  return (
    <Button
      className="max-sm:h-14 max-sm:w-full"
      disabled={!isReady}
      aria-describedby={isReady ? undefined : 'not-picked'}
      busy={set.isPending}
      onClick={send}
    >
      <Truck aria-hidden />
      Markeer als Verzonden
    </Button>
  )
}

function ShippedDetails({ order }: { order: AdminOrder }) {
  const [isChanging, setIsChanging] = useState(false)
  const tracking = parcelTracking(order)
  if (isChanging)
    return <AdminTracking order={order} isReady={isPicked(order)} onDone={() => setIsChanging(false)} />
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
      <dl className="grid grow grid-cols-[auto_1fr] gap-x-4 gap-y-1">
        <dt className="text-ink-soft">Verzender</dt>
        <dd>{order.shippingCarrier ?? 'Onbekend'}</dd>
        {tracking && (
          <>
            <dt className="text-ink-soft">Tracking code</dt>
            <dd className="figures wrap-anywhere">{tracking.code}</dd>
          </>
        )}
      </dl>
      <div className="flex flex-wrap gap-2">
        {tracking && (
          <Button asChild variant="secondary" size="sm" className="max-sm:h-11">
            {/* `noreferrer`: the carrier must not learn which shop links to it. */}
            <a href={tracking.url} target="_blank" rel="noreferrer">
              Volgen
              <ExternalLink aria-hidden />
              <span className="sr-only">(opent in een nieuw venster)</span>
            </a>
          </Button>
        )}
        <Button variant="quiet" size="sm" className="max-sm:h-11" onClick={() => setIsChanging(true)}>
          {tracking ? 'Tracking wijzigen' : 'Tracking toevoegen'}
        </Button>
      </div>
    </div>
  )
}
