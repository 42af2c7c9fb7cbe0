import { Link } from 'react-router'
import type { BoughtGiftCard } from '../../../money/credit/contract.ts'
import { deliveryText, giftCardName, giftCardStateLabels } from '../../../money/credit/labels.rules.ts'
import { Badge } from '../../../ui/components/Badge.tsx'
import { Button } from '../../../ui/components/Button.tsx'
import { Card } from '../../../ui/components/Card.tsx'
import { Notice } from '../../../ui/components/Notice.tsx'
import { formatCents } from '../../../wire/money.ts'
import { formatDate, formatDateTime } from '../../../ui/format.ts'
import type { AdminDelivery } from '../../downloads/admin/contract.ts'
import type { AdminOrder } from './contract.ts'
import { useDeliverOrder } from './hooks.ts'

/** The lines that were delivered digitally of an order, and those left to deliver by hand; nothing for an order of parcels. */
export function AdminDigitalDelivery({ order }: { order: AdminOrder }) {
  const waiting = undeliveredLines(order)
  const giftCards = order.items.flatMap(item => item.giftCards ?? [])
  if (order.deliveries.length + waiting.length + giftCards.length === 0) return null
  return (
    <Card className="grid gap-4 p-5">
      <h2 className="text-subheading font-medium">Digitale levering</h2>
      {waiting.length > 0 && (
        <Waiting orderId={order.id} names={waiting.map(({ product }) => product.name)} />
      )}
      {order.deliveries.length > 0 && (
        <ul className="divide-y divide-line">
          {order.deliveries.map(delivery => (
            <Delivery key={delivery.itemId} delivery={delivery} order={order} />
          ))}
        </ul>
      )}
      {giftCards.length > 0 && (
        <ul className="divide-y divide-line">
          {giftCards.map(card => (
            <GiftCardLine key={card.id} card={card} />
          ))}
        </ul>
      )}
    </Card>
  )
}

const GiftCardLine = ({ card }: { card: BoughtGiftCard }) => (
  <li className="figures grid gap-0.5 py-3 text-small first:pt-0 last:pb-0">
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-base font-medium">
      <Link
        to={`/admin/gift-cards/${card.id}`}
        className="underline decoration-line-strong underline-offset-4 hover:text-accent-text hover:decoration-current"
      >
        {giftCardName(card.lastFour)}
      </Link>
      <Badge tone={giftCardStateLabels[card.state].tone}>{giftCardStateLabels[card.state].name}</Badge>
    </span>
    <span className="wrap-anywhere text-ink-soft">
      {formatCents(card.value)}. {deliveryText(card, formatDate)}
    </span>
  </li>
)

function Waiting({ orderId, names }: { orderId: string; names: string[] }) {
  const deliver = useDeliverOrder(orderId)
  return (
    <div className="grid justify-items-start gap-3">
      <Notice tone="waiting" title="Nog niet geleverd" className="w-full">
        {names.join(', ')}. Er waren geen bestanden of codes bij de betaling. Voeg ze toe bij het product en
        lever alsnog, of lever zelf en zet de status op Bezorgd.
      </Notice>
      <Button
        variant="secondary"
        size="sm"
        className="max-sm:h-11"
        busy={deliver.isPending}
        onClick={() => deliver.mutate({ orderId })}
      >
        Alsnog leveren
      </Button>
    </div>
  )
}

function Delivery({ delivery, order }: { delivery: AdminDelivery; order: AdminOrder }) {
  const { itemId, deliveredAt, revokedAt } = delivery
  const item = order.items.find(({ id }) => id === itemId)
  return (
    <li className="grid gap-0.5 py-3 text-small first:pt-0 last:pb-0">
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-base font-medium">
        <span className="wrap-anywhere">
          {item?.quantity} × {item?.product.name}
        </span>
        {revokedAt ? <Badge tone="danger">Teruggenomen</Badge> : <Badge tone="green">Geleverd</Badge>}
      </span>
      <span className="text-ink-soft">{progressOf(delivery)}</span>
      <span className="figures text-ink-faint">
        {revokedAt
          ? `Teruggenomen op ${formatDateTime(revokedAt)}`
          : `Geleverd op ${formatDateTime(deliveredAt)}`}
      </span>
    </li>
  )
}

function progressOf({ kind, downloads, maxDownloads, expiresAt, codes }: AdminDelivery): string {
  if (kind === 'FILES')
    return `${downloads} van ${maxDownloads} keer gedownload, kan tot ${formatDate(expiresAt)}`
  if (kind === 'GIFT_CARD') return 'Cadeaubon, gemaild op de dag die de koper koos'
  const parts = [
    codes.valid === 1 ? '1 code' : `${codes.valid} codes`,
    codes.seen > 0 && `${codes.seen} gezien`,
    codes.voided > 0 && `${codes.voided} vervallen`,
  ]
  return parts.filter(Boolean).join(', ')
}

/**
 * The digital lines of a paid order that nothing was delivered for; those that were refunded in full need nothing. Gift cards are made when
 * it is paid.
 */
const undeliveredLines = ({ items, paidAt, status }: AdminOrder): AdminOrder['items'] =>
  paidAt === null || status === 'CANCELLED' || status === 'DELIVERED'
    ? []
    : items.filter(
        ({ isDigital, giftCards, deliveredAt, quantity, refundedQuantity }) =>
          isDigital && giftCards === undefined && deliveredAt === null && refundedQuantity < quantity,
      )
