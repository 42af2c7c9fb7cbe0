import { Link } from 'react-router'
import { OrderStatusBadge } from '../../shop/orders/OrderStatusBadge.tsx'
import { formatDate, formatTime } from '../../ui/format.ts'
import type { RowSelection } from '../../ui/components/rowSelection.ts'
import { type TableColumn, DataTable } from '../../ui/components/DataTable.tsx'
import { formatCents } from '../../wire/money.ts'
import type { AdminOrderSummary } from './contract.ts'
import { type OrderListQuery, orderListUrl } from './hooks.ts'

interface AdminOrderTableProps {
  orders: AdminOrderSummary[]
  look: OrderListQuery
  chosen: RowSelection
  isStale: boolean
}

export const AdminOrderTable = ({ orders, look, chosen, isStale }: AdminOrderTableProps) => (
  <DataTable
    caption="Bestellingen"
    columns={columns}
    rows={orders}
    keyOf={({ id }) => id}
    sorting={{
      current: look.sort,
      to: sort => orderListUrl.href(look, { sort: sort as OrderListQuery['sort'] }),
    }}
    selection={{ chosen, nameOf: ({ number }) => `bestelling ${number}` }}
    isStale={isStale}
  />
)

const columns: TableColumn<AdminOrderSummary>[] = [
  {
    name: 'Bestelling',
    cell: ({ id, number }) => (
      <Link
        to={`/admin/orders/${id}`}
        className="inline-flex min-h-11 items-center whitespace-nowrap underline decoration-line-strong underline-offset-4 hover:decoration-2 md:min-h-9"
      >
        {number}
      </Link>
    ),
  },
  {
    name: 'Datum',
    sorts: { ascending: 'oldest', descending: 'newest' },
    cell: ({ createdAt }) => (
      <time dateTime={createdAt} className="whitespace-nowrap">
        {formatDate(createdAt)} <span className="text-ink-faint">{formatTime(createdAt)}</span>
      </time>
    ),
  },
  {
    name: 'Klant',
    cell: ({ customerName, email }) => (
      <span className="grid">
        <span className="wrap-anywhere">{customerName}</span>
        <span className="wrap-anywhere text-ink-faint">{email}</span>
      </span>
    ),
  },
  { name: 'Status', cell: ({ status }) => <OrderStatusBadge status={status} /> },
  {
    name: 'Verzending',
    cell: ({ shippingCarrier, trackingCode, hasTracking }) => (
      <span className="grid">
        <span>{shippingCarrier ?? (hasTracking ? 'Met tracking' : 'Gewone post')}</span>
        {trackingCode && <span className="wrap-anywhere text-ink-faint">{trackingCode}</span>}
      </span>
    ),
  },
  {
    name: 'Totaal',
    align: 'end',
    sorts: { ascending: 'total-low', descending: 'total-high' },
    cell: ({ total, trackingCost }) => (
      <>
        <span className="font-medium">{formatCents(total)}</span>
        {trackingCost > 0 && (
          <span className="block text-ink-faint">incl. {formatCents(trackingCost)} servicekosten</span>
        )}
      </>
    ),
  },
]
