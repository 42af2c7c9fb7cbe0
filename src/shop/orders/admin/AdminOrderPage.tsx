import { DialogButtons } from '../../../ui/dialogs/DialogButtons.tsx'
import { useSuspenseQuery } from '@tanstack/react-query'
import {
  Printer,
  Mail,
  CreditCard,
  FileText,
  type LucideIcon,
  PackageCheck,
  Pencil,
  RotateCcw,
  ShoppingBag,
  Truck,
  Undo2,
} from 'lucide-react'
import { type ComponentType, type ReactNode, useState } from 'react'
import { useParams } from 'react-router'
import { OrderStatusBadge } from '../ui/OrderStatusBadge.tsx'
import { formatDateTime } from '../../../ui/format.ts'
import { AdminPageHeader } from '../../../ui/lists/AdminPageHeader.tsx'
import { Button } from '../../../ui/components/Button.tsx'
import { Card } from '../../../ui/components/Card.tsx'
import { AdminWithdrawal } from '../../withdrawals/admin/AdminWithdrawal.tsx'
import { formatCents } from '../../../wire/money.ts'
import { AdminOrderPayments } from './AdminOrderPayments.tsx'
import { AdminDigitalDelivery } from './AdminDigitalDelivery.tsx'
import { AdminOrderAddress } from './AdminOrderAddress.tsx'
import { AdminPicking } from './AdminPicking.tsx'
import { AdminLabels } from './shippingLabels/AdminLabels.tsx'
import { AdminOrderShipping } from './AdminOrderShipping.tsx'
import { packingSlipsPath, type AdminOrder } from './contract.ts'
import { adminOrderQuery, useSetOrderStatus } from './hooks.ts'
import { OrderStatus } from '../contract.ts'
import { asAdminsSee, orderStatusLabels } from '../status.rules.ts'
import { Dialog, DialogContent } from '../../../ui/dialogs/Dialog.tsx'
import { Field, Select } from '../../../ui/forms/Field.tsx'
import { describeStatusChange } from './statusChange.rules.ts'
import { type TimelineEvent, buildTimeline } from './timeline.rules.ts'
import { Options } from '../../../ui/forms/Options.tsx'
import { UnbrokenNumbers } from '../../../ui/components/UnbrokenNumbers.tsx'

/** Parts of the page that slices of the back office have. */
export interface AdminOrderParts {
  Mails: ComponentType<{ order: AdminOrder }>
  Notes: ComponentType<{ order: AdminOrder }>
  VatCorrection: ComponentType<{ order: AdminOrder }>
  /** The Dutch name of a mail's template. */
  mailName: (template: string) => string
}

/** `/admin/orders/:orderId`: the open tasks of an order, then its details. */
export function AdminOrderPage({ Mails, Notes, VatCorrection, mailName }: AdminOrderParts) {
  const { orderId = '' } = useParams()
  const { data: order } = useSuspenseQuery(adminOrderQuery(orderId))
  return (
    <>
      <Head order={order} />
      <div className="grid grid-cols-1 items-start gap-5 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid grid-cols-1 gap-5">
          <AdminDigitalDelivery order={order} />
          <AdminPicking order={order} />
          <AdminLabels order={order} />
          <AdminOrderShipping order={order} />
          <Withdrawals order={order} />
          <AdminOrderPayments order={order} VatCorrection={VatCorrection} />
          <Section title="Mails">
            <Mails order={order} />
          </Section>
        </div>
        <div className="grid grid-cols-1 gap-5">
          <AdminOrderStatus order={order} />
          <AdminOrderAddress order={order} />
          <Comments order={order} />
          <Notes order={order} />
          <Section title="Tijdlijn">
            <AdminTimeline order={order} mailName={mailName} />
          </Section>
        </div>
      </div>
    </>
  )
}

const Head = ({ order }: { order: AdminOrder }) => {
  const { id, number, createdAt, total, trackingCost, shippingCost = 0, isDigital } = order
  const { promotions = [], promotionsBeyondLimit = [] } = order
  return (
    <AdminPageHeader
      title={`Bestelling ${number}`}
      aside={<OrderStatusBadge order={asAdminsSee(order)} />}
      back={{ to: '/admin/orders', name: 'Bestellingen' }}
      actions={
        !isDigital && (
          <Button asChild variant="secondary" size="sm" className="max-sm:h-11">
            <a href={packingSlipsPath([id])} target="_blank" rel="noreferrer">
              <Printer aria-hidden />
              Pakbon
              <span className="sr-only">(opent in een nieuw venster)</span>
            </a>
          </Button>
        )
      }
    >
      {formatDateTime(createdAt)}, {formatCents(total)}
      {shippingCost > 0 && ` incl. ${formatCents(shippingCost)} verzending`}
      {trackingCost > 0 && ` incl. ${formatCents(trackingCost)} servicekosten`}
      {promotions.map(({ promotionId, explanation, code, amount }) => (
        <span key={promotionId} className="block">
          {explanation}
          {code !== null && ` (${code})`}: − {formatCents(amount)}
          {promotionsBeyondLimit.includes(promotionId) &&
            '. Bij het betalen was deze korting al opgebruikt of door deze klant al gebruikt.'}
        </span>
      ))}
    </AdminPageHeader>
  )
}

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

/** Sets any status by hand, after explaining what that does. */
function AdminOrderStatus({ order }: { order: AdminOrder }) {
  const [wanted, setWanted] = useState<OrderStatus | null>(null)
  return (
    <Card className="grid gap-4 p-5">
      <Field label="Status">
        <Select value={order.status} onChange={event => setWanted(OrderStatus.parse(event.target.value))}>
          <Options values={OrderStatus.options} nameOf={status => orderStatusLabels[status].name} />
        </Select>
      </Field>
      {wanted && <StatusDialog order={order} status={wanted} onClose={() => setWanted(null)} />}
    </Card>
  )
}

interface StatusDialogProps {
  order: AdminOrder
  status: OrderStatus
  onClose: () => void
}

function StatusDialog({ order, status, onClose }: StatusDialogProps) {
  const set = useSetOrderStatus(order.id)
  const confirm = () => set.mutate({ orderId: order.id, status }, { onSettled: onClose })
  return (
    <Dialog open onOpenChange={open => !open && !set.isPending && onClose()}>
      <DialogContent
        title={`Status: ${orderStatusLabels[status].name}`}
        description={
          <UnbrokenNumbers>{`Bestelling ${order.number} staat nu op ${orderStatusLabels[order.status].name.toLowerCase()}.`}</UnbrokenNumbers>
        }
        footer={
          <DialogButtons isBusy={set.isPending} onCancel={onClose}>
            <Button
              variant={status === 'CANCELLED' ? 'danger' : 'primary'}
              busy={set.isPending}
              onClick={confirm}
            >
              Status zetten
            </Button>
          </DialogButtons>
        }
      >
        <ul className="grid list-disc gap-1.5 pl-5 text-ink-soft">
          {describeStatusChange(order, status).map(sentence => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      </DialogContent>
    </Dialog>
  )
}

const eventIcons: Record<TimelineEvent['kind'], LucideIcon> = {
  order: ShoppingBag,
  payment: CreditCard,
  picked: PackageCheck,
  sent: Truck,
  refund: Undo2,
  mail: Mail,
  withdrawal: RotateCcw,
  invoice: FileText,
  audit: Pencil,
}

/** The timeline of an order, newest first. */
const AdminTimeline = ({ order, mailName }: { order: AdminOrder } & Pick<AdminOrderParts, 'mailName'>) => (
  <ol className="grid">
    {buildTimeline(order, mailName).map((event, index, all) => (
      <TimelineItem
        // Two events may have the same time.
        key={`${event.at} ${event.title} ${all.length - index}`}
        event={event}
      />
    ))}
  </ol>
)

function TimelineItem({ event: { at, kind, title, text, by } }: { event: TimelineEvent }) {
  const Sign = eventIcons[kind]
  return (
    <li className="group grid grid-cols-[1.75rem_1fr] gap-x-3">
      <span className="grid grid-rows-[1.75rem_1fr] justify-items-center">
        <span className="grid size-7 place-items-center rounded-full bg-ink/6 text-ink-soft">
          <Sign className="size-3.5" aria-hidden />
        </span>
        <span className="w-px bg-line group-last:hidden" />
      </span>
      <div className="grid min-w-0 gap-0.5 pb-4 text-small group-last:pb-0">
        <p className="font-medium">
          <UnbrokenNumbers>{title}</UnbrokenNumbers>
        </p>
        {text && (
          <p className="wrap-anywhere text-ink-soft">
            <UnbrokenNumbers>{text}</UnbrokenNumbers>
          </p>
        )}
        <p className="figures text-tiny text-ink-faint">
          <time dateTime={at}>{formatDateTime(at)}</time>
          {by && `, door ${by}`}
        </p>
      </div>
    </li>
  )
}
