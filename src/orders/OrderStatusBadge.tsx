import { Badge, type Tone } from '../web/ui/Badge.tsx'
import type { OrderStatus } from './contract.ts'
import { statusTexts } from './status.rules.ts'

const tones: Record<OrderStatus, Tone> = {
  PENDING: 'outline',
  PAID: 'yellow',
  PROCESSING: 'neutral',
  SHIPPED: 'blue',
  DELIVERED: 'green',
  CANCELLED: 'danger',
}

export const OrderStatusBadge = ({ status }: { status: OrderStatus }) => (
  <Badge tone={tones[status]} className="max-[23rem]:whitespace-normal">
    {statusTexts[status].name}
  </Badge>
)
