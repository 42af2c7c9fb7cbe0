import {
  Download,
  ExternalLink,
  Info,
  type LucideIcon,
  MapPin,
  MessageSquareText,
  Printer,
  Store,
  Truck,
} from 'lucide-react'
import { Link, useParams } from 'react-router'
import type { ReactNode } from 'react'
import { useShop } from '../../../ui/page/boot.ts'
import { formatDateTime } from '../../../ui/format.ts'
import { formatPromisedDay } from '../../../wire/delivery.ts'
import { useUser } from '../../../people/accounts/hooks.ts'
import { BackLink } from '../../../ui/components/BackLink.tsx'
import { Button } from '../../../ui/components/Button.tsx'
import { PageTitle } from '../../../ui/components/PageTitle.tsx'
import { CancelOrderButton } from './CancelOrderButton.tsx'
import type { Order } from '../contract.ts'
import { orderQuery, useOrder } from '../hooks.ts'
import { AccountOffer, GuestOrder } from './GuestOrder.tsx'
import { OrderLines } from './OrderLines.tsx'
import { OrderStatusBadge } from './OrderStatusBadge.tsx'
import { PayAgainButton } from './PayAgainButton.tsx'
import { orderNotes, receiptFileName, receiptText, shippingAddressLines } from '../receipt.rules.ts'
import { canWithdraw } from '../lines/digital.rules.ts'
import { orderStatusLabel } from '../status.rules.ts'
import { Card } from '../../../ui/components/Card.tsx'
import { GiftCards } from '../../../money/credit/giftCards/GiftCards.tsx'
import { InvoiceLinks } from '../../../money/invoices/InvoiceLinks.tsx'
import { cn } from '../../../ui/components/cn.ts'
import { OrderDownloads } from '../../downloads/OrderDownloads.tsx'
import { describeOpeningHours, pickupAddress } from '../../shipping/pickup.rules.ts'
import { parcelTracking } from '../shipments/tracking.rules.ts'

export function OrderConfirmationPage() {
  const { orderId = '' } = useParams()
  const own = <OwnOrder orderId={orderId} />
  return useUser() ? own : <GuestOrder orderId={orderId}>{own}</GuestOrder>
}

function OwnOrder({ orderId }: { orderId: string }) {
  const order = useOrder(orderId)
  const isGuest = useUser() === null
  const { name } = useShop()
  return (
    <div className="measure py-8 md:py-12 print:p-0">
      <PageTitle>{`Bestelling ${order.number}`}</PageTitle>
      <p className="display hidden pb-6 text-heading print:block">{name}</p>
      {isGuest ? (
        <BackLink to="/shop">Naar de shop</BackLink>
      ) : (
        <BackLink to="/orders">Mijn Bestellingen</BackLink>
      )}
      <Header order={order} />
      <div className="grid items-start gap-6 *:min-w-0 lg:grid-cols-[3fr_2fr] print:grid-cols-1">
        <div className="grid grid-cols-1 gap-6">
          {order.paidAt && order.items.some(({ isDigital }) => isDigital) && (
            <OrderDownloads orderId={order.id} />
          )}
          <BoughtGiftCards order={order} />
          <OrderLines order={order} />
          {isGuest && <AccountOffer />}
        </div>
        <OrderDetails order={order} />
      </div>
    </div>
  )
}

function Header({ order }: { order: Order }) {
  const { number, createdAt } = order
  return (
    <header className="mt-2 mb-8 flex flex-wrap items-end justify-between gap-x-8 gap-y-6">
      <div className="grid gap-3">
        <h1 className="display figures text-title">
          Bestelling <span className="whitespace-nowrap">{number}</span>
        </h1>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-soft">
          <OrderStatusBadge order={order} />
          Geplaatst op {formatDateTime(createdAt)}
        </p>
        <p className="text-lead">{orderStatusLabel(order).meaning}</p>
      </div>
      <div className="flex flex-wrap gap-3 print:hidden">
        <PayAgainButton order={order} />
        <ReceiptButtons order={order} />
        <CancelOrderButton order={order} />
      </div>
    </header>
  )
}

/** Prints the receipt, or saves it as a text file. */
function ReceiptButtons({ order }: { order: Order }) {
  const { name: shopName, pricesIncludeVat } = useShop()
  const download = () => {
    const placedAt = formatDateTime(order.createdAt)
    saveText(receiptFileName(order), receiptText(order, { shopName, placedAt, pricesIncludeVat }))
  }
  return (
    <>
      <Button variant="secondary" onClick={() => window.print()}>
        <Printer aria-hidden />
        Printen
      </Button>
      <Button variant="secondary" onClick={download}>
        <Download aria-hidden />
        Downloaden
      </Button>
    </>
  )
}

/** Downloads a file that is made in the browser. */
function saveText(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }))
  Object.assign(document.createElement('a'), { href: url, download: name }).click()
  URL.revokeObjectURL(url)
}

/** The gift cards that were bought with the order; those of the parts that are not paid yet are none. */
function BoughtGiftCards({ order: { id, items } }: { order: Order }) {
  const cards = items.flatMap(({ giftCards = [] }) => giftCards)
  return cards.length === 0 ? null : <GiftCards cards={cards} orderKey={orderQuery(id).queryKey} />
}

const link =
  'inline-flex items-center gap-1.5 py-1 font-medium text-accent-text underline decoration-1 underline-offset-4 hover:decoration-2'

function OrderDetails({ order }: { order: Order }) {
  // A guest has no list of orders to find it in.
  const withdrawalPath = `/herroepen?order=${order.number}${useUser() === null ? `&id=${order.id}` : ''}`
  const address = shippingAddressLines(order)
  return (
    <Card className="grid grid-cols-1 gap-6 print:border-0 print:p-0 print:shadow-none">
      {address && (
        <Fact icon={MapPin} name="Verzendadres">
          <address className="not-italic">
            {address.map(line => (
              <span key={line} className="block">
                {line}
              </span>
            ))}
          </address>
        </Fact>
      )}
      {order.pickupPoint && (
        <Fact icon={Store} name="Afhalen bij">
          <p className="text-ink">{order.pickupPoint.name}</p>
          <p>{pickupAddress(order.pickupPoint)}</p>
          {describeOpeningHours(order.pickupPoint.openingHours).map(line => (
            <p key={line} className="figures text-small">
              {line}
            </p>
          ))}
        </Fact>
      )}
      <Tracking order={order} />
      {order.comments && (
        <Fact icon={MessageSquareText} name="Je opmerking">
          <p className="whitespace-pre-line">{order.comments}</p>
        </Fact>
      )}
      <InvoiceLinks orderId={order.id} />
      <Fact icon={Info} name="Goed om te weten">
        <ul className="grid gap-1">
          {orderNotes(order).map(note => (
            <li key={note}>{note}</li>
          ))}
        </ul>
        <p className="flex flex-wrap gap-x-5 print:hidden">
          {order.paidAt && order.items.some(canWithdraw) && (
            <Link to={withdrawalPath} className={link}>
              Herroepen
            </Link>
          )}
          <Link to={`/contact?order=${order.number}`} className={link}>
            Een vraag stellen
          </Link>
        </p>
      </Fact>
    </Card>
  )
}

function Tracking({ order }: { order: Order }) {
  const { shippingCarrier: carrier, promisedOn, status } = order
  const tracking = parcelTracking(order)
  if (!carrier && promisedOn && (status === 'PAID' || status === 'PROCESSING'))
    return (
      <Fact icon={Truck} name="Verwachte bezorging">
        <p>{formatPromisedDay(promisedOn)}</p>
      </Fact>
    )
  if (!carrier) return null
  if (!tracking) {
    return (
      <Fact icon={Truck} name="Verzending">
        <p>{carrier}</p>
      </Fact>
    )
  }
  return (
    <Fact icon={Truck} name="Volg je pakket">
      <p>
        {carrier}, code <span className="break-all text-ink">{tracking.code}</span>
      </p>
      {/* `noreferrer`: the carrier must not learn which shop the visitor comes from. */}
      <a href={tracking.url} target="_blank" rel="noreferrer" className={cn(link, 'print:hidden')}>
        Waar is mijn pakket
        <ExternalLink className="size-4" aria-hidden />
        <span className="sr-only">(opent in een nieuw venster)</span>
      </a>
    </Fact>
  )
}

const Fact = ({ icon: Icon, name, children }: { icon: LucideIcon; name: string; children: ReactNode }) => (
  <section className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 print:block">
    <Icon className="mt-1 size-4.5 text-accent-text print:hidden" strokeWidth={1.75} aria-hidden />
    <h2 className="font-medium">{name}</h2>
    <div className="col-start-2 text-ink-soft">{children}</div>
  </section>
)
