import { CircleAlert, CircleCheck, Printer, Truck } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { plural } from '../../ui/format.ts'
import { Button } from '../../ui/components/Button.tsx'
import type { RowSelection } from '../../ui/components/rowSelection.ts'
import { SelectionBar } from '../../ui/components/SelectionBar.tsx'
import { Dialog, DialogContent } from '../../ui/components/Dialog.tsx'
import { MAX_ORDERS_AT_ONCE, type ShipResult, packingSlipsPath } from './bulk.contract.ts'
import { STANDARD_POST } from '../../shop/orders/contract.ts'
import { useShipOrders } from './hooks.ts'

/** The actions for several orders at once. */
export function AdminOrderBulk({ rowSelection }: { rowSelection: RowSelection }) {
  const [isOpen, setIsOpen] = useState(false)
  const ids = [...rowSelection.keys]
  return (
    <>
      <SelectionBar selection={rowSelection}>
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
            <Button size="sm" onClick={() => setIsOpen(true)}>
              <Truck aria-hidden />
              Markeer als Verzonden
            </Button>
          </>
        )}
      </SelectionBar>
      {isOpen && (
        <ShipDialog ids={ids} onClose={() => setIsOpen(false)} onDone={() => rowSelection.clear()} />
      )}
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
            <div className="grid gap-3 sm:grid-cols-2">
              <Button variant="secondary" disabled={ship.isPending} onClick={onClose}>
                Toch niet
              </Button>
              <Button
                className="max-sm:order-first"
                busy={ship.isPending}
                onClick={() => ship.mutate({ orderIds: ids })}
              >
                Verzenden
              </Button>
            </div>
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
            {number ?? orderId}
          </Link>
          <span className="text-ink-soft">{isShipped ? 'Verzonden' : reason}</span>
        </span>
      </li>
    ))}
  </ul>
)
