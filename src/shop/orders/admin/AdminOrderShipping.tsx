import { ExternalLink, Truck } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { Button } from '../../../ui/components/Button.tsx'
import { Card } from '../../../ui/components/Card.tsx'
import { type AdminOrder, carriers } from './contract.ts'
import { STANDARD_POST } from '../contract.ts'
import { useSetOrderStatus, useSetTracking } from './hooks.ts'
import { parcelTracking } from '../shipments/tracking.rules.ts'
import { isPickingLocked, isPicked } from './picking.rules.ts'
import { CallError } from '../../../ui/call/call.ts'
import { Field, Input, Select } from '../../../ui/forms/Field.tsx'
import { toast } from '../../../ui/dialogs/toast.ts'

/** Ships an order, with a tracking code or by standard post. */
export function AdminOrderShipping({ order }: { order: AdminOrder }) {
  const { status, isDigital } = order
  if (isDigital || status === 'PENDING' || status === 'CANCELLED') return null
  return (
    <Card className="grid gap-4 p-5">
      <h2 className="text-subheading font-medium">Verzending en tracking</h2>
      {isPickingLocked(order) ? <ShippedDetails order={order} /> : <NotYetShipped order={order} />}
    </Card>
  )
}

function NotYetShipped({ order }: { order: AdminOrder }) {
  const [isTracked, setIsTracked] = useState(order.hasTracking || order.trackingCode !== null)
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
  const set = useSetOrderStatus(order.id)
  const send = () =>
    set.mutate({
      orderId: order.id,
      status: 'SHIPPED',
      trackingCode: '',
      shippingCarrier: STANDARD_POST,
    })
  return (
    <Button
      className="min-h-14 max-sm:h-auto max-sm:w-full max-sm:shrink max-sm:whitespace-normal sm:min-h-0"
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

interface AdminTrackingProps {
  order: AdminOrder
  /** Everything is picked. */
  isReady: boolean
  onDone?: () => void
}

const missing = 'Voer tracking code en verzender in voordat je verzendt'

/** A carrier and its tracking code; after a refusal the input stays, with the message at its field. */
function AdminTracking({ order, isReady, onDone }: AdminTrackingProps) {
  const [trackingCode, setCode] = useState(order.trackingCode ?? '')
  const known = carriers.find(name => name === order.shippingCarrier)
  const [shippingCarrier, setCarrier] = useState<string>(known ?? '')
  const [isTried, setIsTried] = useState(false)
  const set = useSetTracking(order.id)
  const fields = set.error instanceof CallError ? set.error.fields : {}
  const lacks = (value: string) => (isTried && value.trim() === '' ? missing : undefined)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setIsTried(true)
    if (trackingCode.trim() === '' || shippingCarrier === '')
      return toast({ title: 'Tracking informatie vereist', description: missing, variant: 'destructive' })
    const sent = { orderId: order.id, trackingCode, shippingCarrier }
    set.mutate(sent, { onSuccess: () => onDone?.() })
  }
  return (
    <form noValidate method="post" onSubmit={submit} className="grid items-start gap-4 sm:grid-cols-2">
      <Field label="Verzender" error={lacks(shippingCarrier) ?? fields['shippingCarrier']}>
        <Select value={shippingCarrier} onChange={event => setCarrier(event.target.value)}>
          <option value="">Kies een verzender</option>
          {carriers.map(name => (
            <option key={name}>{name}</option>
          ))}
        </Select>
      </Field>
      <Field label="Tracking code" error={lacks(trackingCode) ?? fields['trackingCode']}>
        <Input
          value={trackingCode}
          onChange={event => setCode(event.target.value)}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          enterKeyHint="send"
          maxLength={60}
        />
      </Field>
      <div className="flex flex-wrap gap-3 sm:col-span-2">
        <Button
          type="submit"
          className="max-sm:h-14 max-sm:w-full"
          disabled={!isReady}
          aria-describedby={isReady ? undefined : 'not-picked'}
          busy={set.isPending}
        >
          {onDone ? 'Tracking opslaan' : 'Verzenden met tracking'}
        </Button>
        {onDone && (
          <Button variant="quiet" onClick={onDone}>
            Toch niet
          </Button>
        )}
      </div>
    </form>
  )
}
