import { defineAdminList } from '../../../ui/lists/defineAdminList.tsx'
import { PackageSearch, CircleAlert, CircleCheck, Printer, Tag, Truck } from 'lucide-react'
import { Link } from 'react-router'
import { OrderStatus, STANDARD_POST } from '../contract.ts'
import { asAdminsSee, orderStatusLabels } from '../status.rules.ts'
import { plural, formatDate, formatTime } from '../../../ui/format.ts'
import type { RowSelection } from '../../../ui/lists/rowSelection.ts'
import { EmailAddress } from '../../../ui/components/EmailAddress.tsx'
import { EmptyState } from '../../../ui/components/EmptyState.tsx'
import { adminOrdersQuery, orderListUrl, useShipOrders } from './hooks.ts'
import { OrderStatusBadge } from '../ui/OrderStatusBadge.tsx'
import type { TableColumn } from '../../../ui/lists/DataTable.tsx'
import { formatCents } from '../../../wire/money.ts'
import {
  type AdminOrderSummary,
  OrderSort,
  MAX_ORDERS_AT_ONCE,
  type ShipResult,
  packingSlipsPath,
} from './contract.ts'
import { useState } from 'react'
import { useShop } from '../../../ui/page/boot.ts'
import { AdminLabelsDialog } from './shippingLabels/AdminLabelsDialog.tsx'
import { MAX_LABELS_AT_ONCE } from './shippingLabels/contract.ts'
import { Button } from '../../../ui/components/Button.tsx'
import { SelectionBar } from '../../../ui/lists/SelectionBar.tsx'
import { Dialog, DialogContent } from '../../../ui/dialogs/Dialog.tsx'
import { DialogButtons } from '../../../ui/dialogs/DialogButtons.tsx'

/** The server counts no further. */
const MOST_COUNTED = 10_000

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
      <time dateTime={createdAt} className="md:whitespace-nowrap">
        {formatDate(createdAt)}{' '}
        <span className="text-ink-faint md:max-xl:block">{formatTime(createdAt)}</span>
      </time>
    ),
  },
  {
    name: 'Klant',
    // Its words may break anywhere, so it would give all its room to the others.
    className: 'md:min-w-32',
    cell: ({ customerName, email }) => (
      <span className="grid">
        <span className="wrap-anywhere">{customerName}</span>
        <span className="wrap-anywhere text-ink-faint">
          <EmailAddress>{email}</EmailAddress>
        </span>
      </span>
    ),
  },
  { name: 'Status', cell: order => <OrderStatusBadge order={asAdminsSee(order)} /> },
  {
    name: 'Verzending',
    cell: ({ shippingCarrier, trackingCode, hasTracking }) => (
      <span className="grid">
        <span>{shippingCarrier ?? (hasTracking ? 'Met tracking' : 'Gewone post')}</span>
        {trackingCode && (
          <span className="wrap-anywhere text-ink-faint md:max-xl:hidden">{trackingCode}</span>
        )}
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
          <span className="block text-ink-faint md:max-xl:hidden">
            incl. {formatCents(trackingCost)} servicekosten
          </span>
        )}
      </>
    ),
  },
]

/** The actions for several orders at once. */
function AdminOrderBulk({ chosen }: { chosen: RowSelection }) {
  const [isOpen, setIsOpen] = useState(false)
  const [isLabelling, setIsLabelling] = useState(false)
  const { hasCarriers } = useShop()
  const ids = [...chosen.keys]
  return (
    <>
      <SelectionBar selection={chosen}>
        {ids.length > MAX_ORDERS_AT_ONCE ? (
          <span className="text-small text-ink-soft">Kies er hoogstens {MAX_ORDERS_AT_ONCE}.</span>
        ) : (
          <>
            <Button asChild variant="secondary" size="sm">
              <a href={packingSlipsPath(ids)} target="_blank" rel="noreferrer">
                <Printer aria-hidden />
                Pakbonnen
                <span className="sr-only">(opent in een nieuw venster)</span>
              </a>
            </Button>
            {hasCarriers && (
              <Button
                variant="secondary"
                size="sm"
                disabled={ids.length > MAX_LABELS_AT_ONCE}
                title={
                  ids.length > MAX_LABELS_AT_ONCE ? `Hoogstens ${MAX_LABELS_AT_ONCE} tegelijk` : undefined
                }
                onClick={() => setIsLabelling(true)}
              >
                <Tag aria-hidden />
                Labels
              </Button>
            )}
            <Button size="sm" onClick={() => setIsOpen(true)}>
              <Truck aria-hidden />
              Markeer als Verzonden
            </Button>
          </>
        )}
      </SelectionBar>
      {isLabelling && (
        <AdminLabelsDialog
          orderIds={ids}
          onClose={() => setIsLabelling(false)}
          onDone={() => chosen.clear()}
        />
      )}
      {isOpen && <ShipDialog ids={ids} onClose={() => setIsOpen(false)} onDone={() => chosen.clear()} />}
    </>
  )
}

/** Asks for confirmation, and then shows the result of each order. */
function ShipDialog({ ids, onClose, onDone }: { ids: string[]; onClose: () => void; onDone: () => void }) {
  const ship = useShipOrders()
  const answered = ship.data
  const close = () => {
    if (answered) onDone()
    onClose()
  }
  const sent = answered?.filter(({ isShipped }) => isShipped).length ?? 0
  const title = answered
    ? `${sent} van ${answered.length} verzonden`
    : `${plural(ids.length, 'bestelling', 'bestellingen')} verzenden`
  return (
    <Dialog open onOpenChange={open => !open && !ship.isPending && close()}>
      <DialogContent
        title={title}
        footer={
          answered ? (
            <Button className="w-full" onClick={close}>
              Klaar
            </Button>
          ) : (
            <DialogButtons isBusy={ship.isPending} onCancel={onClose}>
              <Button busy={ship.isPending} onClick={() => ship.mutate({ orderIds: ids })}>
                Verzenden
              </Button>
            </DialogButtons>
          )
        }
      >
        {answered ? (
          <ShipResults answered={answered} />
        ) : (
          <p className="text-ink-soft">
            Ze gaan met {STANDARD_POST}, en elke klant krijgt een mail. Wat niet betaald of niet gepickt is,
            of met tracking gaat, blijft zoals het is; je ziet daarna per bestelling waarom.
          </p>
        )}
      </DialogContent>
    </Dialog>
  )
}

const ShipResults = ({ answered }: { answered: ShipResult[] }) => (
  <ul aria-label="Wat er van elke bestelling werd" className="figures divide-y divide-line">
    {answered.map(({ orderId, number, isShipped, reason }) => (
      <li key={orderId} className="flex items-start gap-3 py-3 text-small">
        {isShipped ? (
          <CircleCheck className="mt-0.5 size-4.5 shrink-0 text-green" aria-hidden />
        ) : (
          <CircleAlert className="mt-0.5 size-4.5 shrink-0 text-danger" aria-hidden />
        )}
        <span className="grid gap-0.5">
          <Link to={`/admin/orders/${orderId}`} className="font-medium underline underline-offset-4">
            {number ? <span className="whitespace-nowrap">{number}</span> : orderId}
          </Link>
          <span className="text-ink-soft">{isShipped ? 'Verzonden' : reason}</span>
        </span>
      </li>
    ))}
  </ul>
)

/** `/admin/orders`: all orders; filters and page are in the URL. */
export const AdminOrdersPage = defineAdminList({
  url: orderListUrl,
  query: adminOrdersQuery,
  title: 'Bestellingen',
  count: ({ total }) =>
    total >= MOST_COUNTED ? 'meer dan 10.000' : plural(total, 'bestelling', 'bestellingen'),
  search: { label: 'Zoek een bestelling', placeholder: 'Nummer, naam of e-mailadres' },
  filters: [
    {
      field: 'status',
      label: 'Status',
      all: 'Elke status',
      options: [
        ...OrderStatus.options.map(value => ({ value, name: orderStatusLabels[value].name })),
        { value: 'NEVER_PAID', name: 'Niet betaald' },
      ],
    },
  ],
  Empty: () => (
    <EmptyState icon={PackageSearch} title="Geen bestellingen gevonden">
      Zoek op een ander deel van het bestelnummer, de naam of het e-mailadres, of kies een andere status.
    </EmptyState>
  ),
  rows: {
    caption: 'Bestellingen',
    columns,
    sorting: { current: ({ sort }) => sort, change: sort => ({ sort: OrderSort.parse(sort) }) },
    selection: { nameOf: ({ number }) => `bestelling ${number}`, Actions: AdminOrderBulk },
  },
})
