import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { OrderSummary } from '../../shop/orders/contract.ts'
import { OrderStatusBadge } from '../../shop/orders/OrderStatusBadge.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { type TableColumn, DataTable } from '../../ui/components/DataTable.tsx'
import { formatCents } from '../../wire/money.ts'
import { AdminCustomerSection } from './AdminCustomerSection.tsx'
import { customerOrdersQuery, type CustomerPageQuery } from './hooks.ts'

/** What someone ordered. */
export function AdminCustomerOrders({ userId, past }: { userId: string; past: CustomerPageQuery }) {
  const { data } = useSuspenseQuery(customerOrdersQuery(userId, past.page))
  const none = 'Nog niets besteld.'
  return (
    <AdminCustomerSection
      title="Bestellingen"
      list={data}
      none={none}
      userId={userId}
      past={past}
      paged="page"
    >
      <DataTable
        caption="Bestellingen, de nieuwste eerst"
        columns={columns}
        rows={data.items}
        keyOf={({ id }) => id}
      />
    </AdminCustomerSection>
  )
}

const columns: TableColumn<OrderSummary>[] = [
  {
    name: 'Nummer',
    cell: ({ id, number }) => (
      <Link
        to={`/admin/orders/${id}`}
        className="underline decoration-line-strong underline-offset-4 hover:text-accent-text hover:decoration-current"
      >
        {number}
      </Link>
    ),
  },
  { name: 'Datum', cell: ({ createdAt }) => formatDateTime(createdAt) },
  { name: 'Status', cell: ({ status }) => <OrderStatusBadge status={status} asIs /> },
  { name: 'Totaal', align: 'end', cell: ({ total }) => formatCents(total) },
]
