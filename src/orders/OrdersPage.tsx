import { useSuspenseQuery } from '@tanstack/react-query'
import { Package } from 'lucide-react'
import { Link } from 'react-router'
import { Button } from '../web/ui/Button.tsx'
import { EmptyState } from '../web/ui/EmptyState.tsx'
import { Title } from '../web/ui/Title.tsx'
import { ordersQuery } from './hooks.ts'
import { OrderRow } from './OrderRow.tsx'

export function OrdersPage() {
  const { data: orders } = useSuspenseQuery(ordersQuery)
  return (
    <div className="measure py-10 md:py-16">
      <Title>Mijn Bestellingen</Title>
      <h1 className="display mb-8 text-title">Mijn Bestellingen</h1>
      {orders.length === 0 ? (
        <EmptyState
          icon={Package}
          title="Nog geen bestellingen"
          action={
            <Button asChild>
              <Link to="/">Naar de winkel</Link>
            </Button>
          }
        />
      ) : (
        <ul className="divide-y divide-line">
          {orders.map(order => (
            <li key={order.id}>
              <OrderRow order={order} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
