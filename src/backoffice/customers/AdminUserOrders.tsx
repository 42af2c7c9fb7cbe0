import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { OrderSummary } from '../../shop/orders/contract.ts'
import { OrderStatusBadge } from '../../shop/orders/OrderStatusBadge.tsx'
import { formatMoment } from '../../ui/format.ts'
import { type Column, DataTable } from '../../ui/parts/DataTable.tsx'
import { formatCents } from '../../wire/money.ts'
import { AdminUserSection } from './AdminUserSection.tsx'
import { memberOrdersQuery, type Past } from './hooks.ts'

/** What someone ordered. */
export function AdminUserOrders({ userId, past }: { userId: string; past: Past }) {
  const { data } = useSuspenseQuery(memberOrdersQuery(userId, past.page))
  const none = 'Nog niets besteld.'
  return (
    <AdminUserSection title="Bestellingen" list={data} none={none} userId={userId} past={past} paged="page">
      <DataTable
        caption="Bestellingen, de nieuwste eerst"
        columns={columns}
        rows={data.items}
        keyOf={({ id }) => id}
      />
    </AdminUserSection>
  )
}

const columns: Column<OrderSummary>[] = [
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
  { name: 'Datum', cell: ({ createdAt }) => formatMoment(createdAt) },
  { name: 'Status', cell: ({ status }) => <OrderStatusBadge status={status} asIs /> },
  { name: 'Totaal', align: 'end', cell: ({ total }) => formatCents(total) },
]
