import { ExternalLink, Info, MapPin, MessageSquareText, Truck, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { InvoiceLinks } from '../../money/invoices/InvoiceLinks.tsx'
import { Card } from '../../ui/components/Card.tsx'
import { cn } from '../../ui/components/cn.ts'
import { parcelTracking } from './tracking.rules.ts'
import type { Order } from './contract.ts'
import { orderNotes, shippingAddressLines } from './receipt.rules.ts'

const link =
  'inline-flex items-center gap-1.5 py-1 font-medium text-accent-text underline decoration-1 underline-offset-4 hover:decoration-2'

/** The address, tracking and other details of an order. */
export function OrderDetails({ order }: { order: Order }) {
  const address = shippingAddressLines(order)
  return (
    <Card className="grid gap-6 print:border-0 print:p-0 print:shadow-none">
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
      <Tracking order={order} />
      {order.comments && (
        <Fact icon={MessageSquareText} name="Je opmerking">
          <p className="whitespace-pre-line">{order.comments}</p>
        </Fact>
      )}
      <InvoiceLinks orderId={order.id} />
      <Fact icon={Info} name="Goed om te weten">
        <ul className="grid gap-1">
          {orderNotes.map(note => (
            <li key={note}>{note}</li>
          ))}
        </ul>
        {order.paidAt && (
          <Link to={`/herroepen?order=${order.number}`} className={cn(link, 'print:hidden')}>
            Herroepen
          </Link>
        )}
      </Fact>
    </Card>
  )
}

function Tracking({ order }: { order: Order }) {
  const { shippingCarrier: carrier } = order
  const tracking = parcelTracking(order)
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
  <section className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 print:block">
    <Icon className="mt-1 size-4.5 text-accent-text print:hidden" strokeWidth={1.75} aria-hidden />
    <h2 className="font-medium">{name}</h2>
    <div className="col-start-2 text-ink-soft">{children}</div>
  </section>
)
