import { ChevronRight } from 'lucide-react'
import { Link } from 'react-router'
import { formatDate } from '../web/format.ts'
import { formatCents } from '../wire/money.ts'
import type { OrderSummary } from './contract.ts'
import { OrderStatusBadge } from './OrderStatusBadge.tsx'

/** An order in a short list, as one large link. */
export function OrderRow({ order }: { order: OrderSummary }) {
  return (
    <Link
      to={`/order-confirmation/${order.id}`}
      className="figures group flex items-center gap-3 rounded-inner py-4 sm:gap-4 transition-colors hover:text-accent-text"
    >
      <span className="grid grow gap-0.5">
        <span className="font-medium">{order.number}</span>
        <span className="text-small whitespace-nowrap text-ink-faint">{formatDate(order.createdAt)}</span>
      </span>
      <OrderStatusBadge status={order.status} />
      <span className="min-w-18 text-right font-medium sm:w-24">{formatCents(order.total)}</span>
      <ChevronRight className="size-4.5 text-ink-faint max-sm:hidden" aria-hidden />
    </Link>
  )
}
