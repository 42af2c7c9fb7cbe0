import { useSuspenseQuery } from '@tanstack/react-query'
import { Package } from 'lucide-react'
import { BackLink } from '../../ui/components/BackLink.tsx'
import { ButtonLink } from '../../ui/components/ButtonLink.tsx'
import { Card } from '../../ui/components/Card.tsx'
import { EmptyState } from '../../ui/components/EmptyState.tsx'
import { PageTitle } from '../../ui/components/PageTitle.tsx'
import type { OrderSummary } from './contract.ts'
import { ordersQuery } from './hooks.ts'
import { OrderTable } from './OrderTable.tsx'
import { countOrdersByStatus } from './status.rules.ts'

export function OrdersPage() {
  const { data: orders } = useSuspenseQuery(ordersQuery)
  return (
    <div className="measure py-8 md:py-12">
      <PageTitle>Mijn Bestellingen</PageTitle>
      <BackLink to="/dashboard">Terug naar dashboard</BackLink>
      <h1 className="display mt-2 mb-8 text-title">Mijn Bestellingen</h1>
      {orders.length === 0 ? <NoOrders /> : <Orders orders={orders} />}
    </div>
  )
}

const NoOrders = () => (
  <EmptyState
    icon={Package}
    title="Nog geen bestellingen"
    action={<ButtonLink to="/">Begin met winkelen</ButtonLink>}
  >
    Zodra je iets bestelt, vind je het hier terug.
  </EmptyState>
)

function Orders({ orders }: { orders: OrderSummary[] }) {
  const counts = countOrdersByStatus(orders)
  return (
    <div className="grid gap-8">
      <dl className="grid grid-cols-2 gap-3 md:grid-cols-4 md:gap-4">
        <Count name="Totaal" count={counts.total} />
        <Count name="Betaald" count={counts.paid} />
        <Count name="Verzonden" count={counts.shipped} />
        <Count name="Bezorgd" count={counts.delivered} />
      </dl>
      <OrderTable orders={orders} />
    </div>
  )
}

const Count = ({ name, count }: { name: string; count: number }) => (
  <Card className="grid gap-1 px-5 py-4">
    <dt className="text-small text-ink-soft">{name}</dt>
    <dd className="display figures text-heading">{count}</dd>
  </Card>
)
