import { Badge, type BadgeTone } from '../../../ui/components/Badge.tsx'
import type { OrderStatus } from '../contract.ts'
import { canPay, isNeverPaid, orderStatusLabel } from '../status.rules.ts'

const tones: Record<OrderStatus, BadgeTone> = {
  PENDING: 'outline',
  PAID: 'yellow',
  PROCESSING: 'neutral',
  SHIPPED: 'blue',
  DELIVERED: 'green',
  CANCELLED: 'danger',
}

interface OrderStatusBadgeProps {
  order: Parameters<typeof orderStatusLabel>[0]
  /** Shows the stored status instead of the customer's label. */
  asIs?: boolean
}

const toneOf = (order: OrderStatusBadgeProps['order']): BadgeTone => {
  if (isNeverPaid(order)) return 'neutral'
  return order.status === 'PENDING' && !canPay(order) ? tones.PAID : tones[order.status]
}

export const OrderStatusBadge = ({ order, asIs = false }: OrderStatusBadgeProps) => (
  <Badge tone={asIs ? tones[order.status] : toneOf(order)} className="max-[23rem]:whitespace-normal">
    {asIs ? order.status : orderStatusLabel(order).name}
  </Badge>
)
