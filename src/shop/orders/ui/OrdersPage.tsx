import { useSuspenseQuery } from '@tanstack/react-query'
import { ChevronRight, Package } from 'lucide-react'
import { BackLink } from '../../../ui/components/BackLink.tsx'
import { ButtonLink } from '../../../ui/components/ButtonLink.tsx'
import { Card } from '../../../ui/components/Card.tsx'
import { EmptyState } from '../../../ui/components/EmptyState.tsx'
import { PageTitle } from '../../../ui/components/PageTitle.tsx'
import type { OrderSummary } from '../contract.ts'
import { ordersQuery } from '../hooks.ts'
import { countOrdersByStatus, isNeverPaid } from '../status.rules.ts'
import { formatDate } from '../../../ui/format.ts'
import { formatCents } from '../../../wire/money.ts'
import { NeverPaid } from './NeverPaid.tsx'
import { OrderStatusBadge } from './OrderStatusBadge.tsx'
import { PayAgainButton } from './PayAgainButton.tsx'

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
      {counts.total > 0 && <OrderTable orders={orders.filter(order => !isNeverPaid(order))} />}
      <NeverPaid orders={orders.filter(isNeverPaid)}>{folded => <OrderTable orders={folded} />}</NeverPaid>
    </div>
  )
}

const Count = ({ name, count }: { name: string; count: number }) => (
  <Card className="grid gap-1 px-5 py-4">
    <dt className="text-small text-ink-soft">{name}</dt>
    <dd className="display figures text-heading">{count}</dd>
  </Card>
)

/** On a phone the date and the status are under the number, to avoid horizontal scrolling. */
const OrderTable = ({ orders }: { orders: readonly OrderSummary[] }) => (
  <Card className="overflow-hidden p-0">
    <table className="figures w-full text-left">
      <caption className="sr-only">Je bestellingen, de nieuwste eerst</caption>
      <thead className="border-b border-line text-small text-ink-soft">
        <tr>
          <th scope="col" className="py-3 pr-2 pl-4 font-medium max-[23rem]:pl-3 md:pl-6">
            Bestelling
          </th>
          {['Datum', 'Status'].map(name => (
            <th key={name} scope="col" className="px-3 py-3 font-medium max-md:hidden">
              {name}
            </th>
          ))}
          <th scope="col" className="px-2 py-3 text-right font-medium md:px-3">
            Totaal
          </th>
          <th scope="col" className="py-3 pr-3 md:pr-6">
            <span className="sr-only">Bekijken</span>
          </th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {orders.map(order => (
          <Row key={order.id} order={order} />
        ))}
      </tbody>
    </table>
  </Card>
)

function Row({ order }: { order: OrderSummary }) {
  const { number, createdAt, status, total, trackingCost, creditTotal } = order
  return (
    <tr>
      <th
        scope="row"
        className="py-4 pr-2 pl-4 align-top font-medium max-[23rem]:pl-3 md:pl-6 md:align-middle"
      >
        <span className="whitespace-nowrap">{number}</span>
        <span className="grid justify-items-start gap-2 pt-0.5 text-small font-normal md:hidden">
          <span className="text-ink-soft min-[23rem]:whitespace-nowrap">{formatDate(createdAt)}</span>
          <OrderStatusBadge order={order} />
          <PayAgainButton
            order={order}
            size="sm"
            className="mt-1 h-11 max-[23rem]:px-3 max-[23rem]:[&_svg]:hidden"
          />
        </span>
      </th>
      <td className="px-3 py-4 text-ink-soft max-md:hidden">{formatDate(createdAt)}</td>
      <td className="px-3 py-4 max-md:hidden">
        <OrderStatusBadge order={order} />
      </td>
      <td className="px-2 py-4 text-right align-top md:px-3 md:align-middle">
        <span className="font-medium">{formatCents(total)}</span>
        {trackingCost > 0 && (
          <span className="block text-small text-ink-soft">
            incl. {formatCents(trackingCost)} servicekosten
          </span>
        )}
        {creditTotal !== undefined && status !== 'CANCELLED' && (
          <span className="block text-small text-ink-soft">{formatCents(creditTotal)} met bon of tegoed</span>
        )}
      </td>
      <td className="py-3 pr-3 align-top max-[23rem]:pr-2 md:pr-6 md:align-middle">
        <div className="flex justify-end gap-2">
          <PayAgainButton order={order} size="sm" className="max-md:hidden" />
          <ViewButton order={order} />
        </div>
      </td>
    </tr>
  )
}

const ViewButton = ({ order: { id, number } }: { order: OrderSummary }) => (
  <ButtonLink
    to={`/order-confirmation/${id}`}
    variant="secondary"
    size="sm"
    className="max-md:size-11 max-md:px-0"
  >
    <span className="max-md:sr-only">Bekijken</span>
    <span className="sr-only"> van bestelling {number}</span>
    <ChevronRight className="md:hidden" aria-hidden />
  </ButtonLink>
)
