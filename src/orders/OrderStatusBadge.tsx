import { Badge, type Tone } from '../web/ui/Badge.tsx'
import type { OrderStatus } from './contract.ts'

const looks: Record<OrderStatus, { name: string; tone: Tone }> = {
  PENDING: { name: 'Wacht op betaling', tone: 'outline' },
  PAID: { name: 'Betaald', tone: 'yellow' },
  PROCESSING: { name: 'In behandeling', tone: 'neutral' },
  SHIPPED: { name: 'Verzonden', tone: 'blue' },
  DELIVERED: { name: 'Bezorgd', tone: 'green' },
  CANCELLED: { name: 'Geannuleerd', tone: 'danger' },
}

export function OrderStatusBadge({ status }: { status: OrderStatus }) {
  const { name, tone } = looks[status]
  return <Badge tone={tone}>{name}</Badge>
}
