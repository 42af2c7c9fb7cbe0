import { useSuspenseQuery } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import { AdminMailList } from '../mails/AdminMailList.tsx'
import { OrderStatusBadge } from '../../shop/orders/OrderStatusBadge.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { AdminPageHeader } from '../../ui/components/AdminPageHeader.tsx'
import { Button } from '../../ui/components/Button.tsx'
import { Card } from '../../ui/components/Card.tsx'
import { AdminWithdrawal } from '../../shop/withdrawals/AdminWithdrawal.tsx'
import { formatCents } from '../../wire/money.ts'
import { AdminOrderAddress } from './AdminOrderAddress.tsx'
import { AdminOrderPayments } from './AdminOrderPayments.tsx'
import { AdminPicking } from './AdminPicking.tsx'
import { AdminOrderShipping } from './AdminOrderShipping.tsx'
import { AdminOrderStatus } from './AdminOrderStatus.tsx'
import { AdminTimeline } from './AdminTimeline.tsx'
import { packingSlipsPath } from './bulk.contract.ts'
import type { AdminOrder } from './contract.ts'
import { adminOrderQuery } from './hooks.ts'

/** `/admin/orders/:orderId`: what there is to do with a parcel stands first, what is known of it after that. */
export function AdminOrderPage() {
  const { orderId = '' } = useParams()
  const { data: order } = useSuspenseQuery(adminOrderQuery(orderId))
  return (
    <>
      <Head order={order} />
      <div className="grid items-start gap-5 xl:grid-cols-[3fr_2fr]">
        <div className="grid gap-5">
          <AdminPicking order={order} />
          <AdminOrderShipping order={order} />
          <Withdrawals order={order} />
          <AdminOrderPayments order={order} />
          <Section title="Mails">
            <AdminMailList mails={order.mails} />
          </Section>
        </div>
        <div className="grid gap-5">
          <AdminOrderStatus order={order} />
          <AdminOrderAddress order={order} />
          <Comments order={order} />
          <Section title="Tijdlijn">
            <AdminTimeline order={order} />
          </Section>
        </div>
      </div>
    </>
  )
}

const Head = ({ order: { id, number, status, createdAt, total, trackingCost } }: { order: AdminOrder }) => (
  <AdminPageHeader
    title={`Bestelling ${number}`}
    aside={<OrderStatusBadge status={status} />}
    back={{ to: '/admin/orders', name: 'Bestellingen' }}
    actions={
      <Button asChild variant="secondary" size="sm" className="max-sm:h-11">
        <a href={packingSlipsPath([id])} target="_blank" rel="noreferrer">
          <Printer aria-hidden />
          Pakbon
          <span className="sr-only">(opent in een nieuw venster)</span>
        </a>
      </Button>
    }
  >
    {formatDateTime(createdAt)}, {formatCents(total)}
    {trackingCost > 0 && ` incl. ${formatCents(trackingCost)} servicekosten`}
  </AdminPageHeader>
)

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <Card className="grid gap-4 p-5">
    <h2 className="text-subheading font-medium">{title}</h2>
    {children}
  </Card>
)

function Withdrawals({ order: { withdrawals } }: { order: AdminOrder }) {
  if (withdrawals.length === 0) return null
  return (
    <Section title="Herroepingen">
      <ul className="grid divide-y divide-line">
        {withdrawals.map(withdrawal => (
          <li key={withdrawal.id} className="py-3 first:pt-0 last:pb-0">
            <AdminWithdrawal withdrawal={withdrawal} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Comments({ order: { comments } }: { order: AdminOrder }) {
  if (!comments) return null
  return (
    <Section title="Opmerking van de klant">
      <p className="wrap-anywhere whitespace-pre-line">{comments}</p>
    </Section>
  )
}
