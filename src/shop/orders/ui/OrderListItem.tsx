import { ChevronRight } from 'lucide-react'
import { Link } from 'react-router'
import { formatDate } from '../../../ui/format.ts'
import { formatCents } from '../../../wire/money.ts'
import type { OrderSummary } from '../contract.ts'
import { OrderStatusBadge } from './OrderStatusBadge.tsx'
import { orderStatusLabel } from '../status.rules.ts'

/** An order in a short list, as one large link; `asIs` shows the stored status with an explanation. */
export function OrderListItem({ order, asIs = false }: { order: OrderSummary; asIs?: boolean }) {
  return (
    <Link
      to={`/order-confirmation/${order.id}`}
      className="figures group flex items-center gap-3 rounded-inner py-4 sm:gap-4 transition-colors hover:text-accent-text"
    >
      <span className="flex min-w-0 grow items-center justify-between gap-x-4 gap-y-1.5 max-sm:flex-col max-sm:items-start">
        <span className="grid gap-0.5">
          <span className="font-medium whitespace-nowrap">{order.number}</span>
          <span className="text-small text-ink-faint">
            {formatDate(order.createdAt)}
            {asIs && ` · ${orderStatusLabel(order).name}`}
          </span>
        </span>
        <OrderStatusBadge order={order} asIs={asIs} />
      </span>
      <span className="min-w-20 text-right font-medium">{formatCents(order.total)}</span>
      <ChevronRight className="size-4.5 text-ink-faint max-sm:hidden" aria-hidden />
    </Link>
  )
}
