import { MapPin, Printer, Tag, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { carrierNames, describeOpeningHours, pickupAddress } from '../../../shipping/pickup.rules.ts'
import type { PickupPoint } from '../../../shipping/pickup.contract.ts'
import { useShop } from '../../../../ui/page/boot.ts'
import { Badge, type BadgeTone } from '../../../../ui/components/Badge.tsx'
import { Button } from '../../../../ui/components/Button.tsx'
import { Card } from '../../../../ui/components/Card.tsx'
import { formatDateTime } from '../../../../ui/format.ts'
import type { AdminOrder } from '../contract.ts'
import { AdminLabelDialog } from './AdminLabelDialog.tsx'
import { AdminReturnLabelDialog } from './AdminReturnLabelDialog.tsx'
import { type LabelStatus, printPath, type ShippingLabel } from './contract.ts'
import { useCancelLabel, useLabelProgress } from './hooks.ts'
import { describeLabel } from './labels.rules.ts'
import { findLabelRefusal } from './rules.ts'

/** The labels of an order at the carriers, and where it is collected; nothing of them while labels are made elsewhere. */
export function AdminLabels({ order }: { order: AdminOrder }) {
  const { hasCarriers } = useShop()
  useLabelProgress(order)
  const { labels, pickupPoint } = order
  if (!pickupPoint && labels.length === 0 && (!hasCarriers || order.shippingStreet === null)) return null
  return (
    <Card className="grid gap-4 p-5">
      <h2 className="text-subheading font-medium">Labels</h2>
      {pickupPoint && <CollectedAt point={pickupPoint} />}
      {labels.length > 0 && (
        <ul className="grid divide-y divide-line">
          {labels.map(label => (
            <li key={label.id} className="py-3 first:pt-0 last:pb-0">
              <Label label={label} />
            </li>
          ))}
        </ul>
      )}
      {hasCarriers && <LabelButtons order={order} />}
    </Card>
  )
}

const CollectedAt = ({ point }: { point: PickupPoint }) => (
  <div className="flex gap-3 rounded-card bg-sunken p-4 text-small">
    <MapPin className="mt-0.5 size-4.5 shrink-0 text-accent-text" aria-hidden />
    <div className="grid gap-0.5">
      <p className="font-medium">
        Afhalen bij {point.name} ({carrierNames[point.carrier]})
      </p>
      <p className="text-ink-soft">{pickupAddress(point)}</p>
      <p className="text-ink-soft">{describeOpeningHours(point.openingHours).join(', ')}</p>
    </div>
  </div>
)

const tones: Record<LabelStatus, BadgeTone> = {
  REQUESTED: 'yellow',
  CANCELLING: 'yellow',
  MADE: 'blue',
  FAILED: 'danger',
  CANCELLED: 'neutral',
}

function Label({ label }: { label: ShippingLabel }) {
  const { id, orderId, kind, status, carrier, serviceName, trackingCode, failure, stateAt, createdAt } = label
  const cancel = useCancelLabel(orderId)
  const isOver = status === 'FAILED' || status === 'CANCELLED'
  const canCancel = status === 'REQUESTED' || (status === 'MADE' && label.state === 'ANNOUNCED')
  return (
    <div className={isOver ? 'grid gap-2 text-ink-soft' : 'grid gap-2'}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-medium">
          {kind === 'RETURN' ? 'Retour met ' : ''}
          {serviceName ?? carrierNames[carrier]}
        </span>
        <Badge tone={label.state === 'DELIVERED' ? 'green' : tones[status]}>{describeLabel(label)}</Badge>
        <span className="figures text-small text-ink-faint">{formatDateTime(stateAt ?? createdAt)}</span>
      </div>
      {trackingCode && <p className="figures text-small wrap-anywhere text-ink-soft">{trackingCode}</p>}
      {label.stateMessage && status === 'MADE' && (
        <p className="text-small text-ink-soft">“{label.stateMessage}”</p>
      )}
      {failure && (
        <p className="text-small text-ink-soft">
          {status === 'REQUESTED' ? `${failure} We proberen het opnieuw.` : failure}
        </p>
      )}
      {!isOver && (
        <div className="flex flex-wrap gap-2">
          {status === 'MADE' && <PrintLinks ids={[id]} />}
          {canCancel && (
            <Button
              variant="quiet"
              size="sm"
              className="max-sm:h-11"
              busy={cancel.isPending}
              onClick={() => cancel.mutate({ labelId: id })}
            >
              Label annuleren
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

/** Prints labels on paper of either size. */
export const PrintLinks = ({ ids }: { ids: string[] }) =>
  (['A6', 'A4'] as const).map(paper => (
    <Button key={paper} asChild variant="secondary" size="sm" className="max-sm:h-11">
      <a href={printPath(ids, paper)} target="_blank" rel="noreferrer">
        <Printer aria-hidden />
        Printen op {paper}
        <span className="sr-only">(opent in een nieuw venster)</span>
      </a>
    </Button>
  ))

const isActive =
  (kind: ShippingLabel['kind']) =>
  (label: ShippingLabel): boolean =>
    label.kind === kind && label.status !== 'FAILED' && label.status !== 'CANCELLED'

function LabelButtons({ order }: { order: AdminOrder }) {
  const [search] = useSearchParams()
  // A withdrawal links to it.
  const [open, setOpen] = useState<'SHIPMENT' | 'RETURN' | null>(search.has('retourlabel') ? 'RETURN' : null)
  const { labels, status } = order
  const refusal = findLabelRefusal(order)
  const canMake = refusal === null && !labels.some(isActive('SHIPMENT'))
  const isSent = status === 'SHIPPED' || status === 'DELIVERED'
  const canReturn = isSent && order.shippingStreet !== null && !labels.some(isActive('RETURN'))
  if (!canMake && !canReturn)
    return labels.length > 0 ? null : <p className="text-small text-ink-soft">{refusal}</p>
  return (
    <div className="flex flex-wrap gap-3">
      {canMake && (
        <Button className="max-sm:h-14 max-sm:w-full" onClick={() => setOpen('SHIPMENT')}>
          <Tag aria-hidden />
          Label maken
        </Button>
      )}
      {canReturn && (
        <Button variant="secondary" className="max-sm:w-full" onClick={() => setOpen('RETURN')}>
          <Undo2 aria-hidden />
          Retourlabel maken
        </Button>
      )}
      {open === 'SHIPMENT' && <AdminLabelDialog order={order} onClose={() => setOpen(null)} />}
      {open === 'RETURN' && canReturn && (
        <AdminReturnLabelDialog order={order} onClose={() => setOpen(null)} />
      )}
    </div>
  )
}
