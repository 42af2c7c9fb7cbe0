import { Badge, type BadgeTone } from '../../ui/components/Badge.tsx'
import type { OrderStatus } from './contract.ts'
import { orderStatusLabel } from './status.rules.ts'

const tones: Record<OrderStatus, BadgeTone> = {
  PENDING: 'outline',
  PAID: 'yellow',
  PROCESSING: 'neutral',
  SHIPPED: 'blue',
  DELIVERED: 'green',
  CANCELLED: 'danger',
}

interface OrderStatusBadgeProps {
  order: { status: OrderStatus; isDigital: boolean }
  /** Shows the stored status instead of the customer's label. */
  asIs?: boolean
}

export const OrderStatusBadge = ({ order, asIs = false }: OrderStatusBadgeProps) => (
  <Badge tone={tones[order.status]} className="max-[23rem]:whitespace-normal">
    {asIs ? order.status : orderStatusLabel(order).name}
  </Badge>
)
