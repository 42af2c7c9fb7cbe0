import { Badge, type BadgeTone } from '../../ui/components/Badge.tsx'
import type { OrderStatus } from './contract.ts'
import { orderStatusLabels } from './status.rules.ts'

const tones: Record<OrderStatus, BadgeTone> = {
  PENDING: 'outline',
  PAID: 'yellow',
  PROCESSING: 'neutral',
  SHIPPED: 'blue',
  DELIVERED: 'green',
  CANCELLED: 'danger',
}

/** @param asIs shows the stored status instead of the customer's label */
export const OrderStatusBadge = ({ status, asIs = false }: { status: OrderStatus; asIs?: boolean }) => (
  <Badge tone={tones[status]} className="max-[23rem]:whitespace-normal">
    {asIs ? status : orderStatusLabels[status].name}
  </Badge>
)
