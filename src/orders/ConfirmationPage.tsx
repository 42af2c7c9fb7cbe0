import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { formatMoment } from '../web/format.ts'
import { Card } from '../web/ui/Card.tsx'
import { Title } from '../web/ui/Title.tsx'
import { formatCents } from '../wire/money.ts'
import { orderQuery } from './hooks.ts'
import { OrderStatusBadge } from './OrderStatusBadge.tsx'

export function ConfirmationPage() {
  const { orderId = '' } = useParams()
  const { data: order } = useSuspenseQuery(orderQuery(orderId))
  return (
    <div className="measure py-10 md:py-16">
      <Title>{`Bestelling ${order.number}`}</Title>
      <div className="mb-8 flex flex-wrap items-center gap-4">
        <h1 className="display figures text-title">Bestelling {order.number}</h1>
        <OrderStatusBadge status={order.status} />
      </div>
      <p className="mb-8 text-ink-soft">Geplaatst op {formatMoment(order.createdAt)}</p>
      <Card className="figures grid gap-4">
        <ul className="grid gap-3">
          {order.items.map(item => (
            <li key={item.id} className="flex justify-between gap-4">
              <span>
                {item.quantity} × {item.product.name}
              </span>
              <span>{formatCents(item.quantity * item.pricePerItem)}</span>
            </li>
          ))}
        </ul>
        <p className="flex justify-between border-t border-line pt-4 text-subheading">
          <span>Totaal</span>
          <span>{formatCents(order.total)}</span>
        </p>
      </Card>
    </div>
  )
}
