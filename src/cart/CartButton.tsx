import { useQuery } from '@tanstack/react-query'
import { ShoppingBag } from 'lucide-react'
import { plural } from '../web/format.ts'
import { CountBadge } from '../web/ui/Badge.tsx'
import { Button } from '../web/ui/Button.tsx'
import { Dialog, DialogTrigger, DrawerContent } from '../web/ui/Dialog.tsx'
import { EmptyState } from '../web/ui/EmptyState.tsx'
import { formatCents } from '../wire/money.ts'
import { cartQuery, pieces } from './hooks.ts'

/** The cart in the top bar: how many pieces are in it and, in a drawer, which. */
export function CartButton() {
  const { data: lines = [] } = useQuery(cartQuery)
  const count = pieces(lines)
  const total = lines.reduce((sum, line) => sum + line.quantity * line.product.price, 0)
  return (
    <Dialog>
      <DialogTrigger asChild>
        <Button variant="quiet" size="icon" aria-label={`Winkelwagen, ${plural(count, 'stuk', 'stuks')}`}>
          <ShoppingBag aria-hidden />
          <CountBadge count={count} />
        </Button>
      </DialogTrigger>
      <DrawerContent
        title="Winkelwagen"
        footer={
          <p className="figures flex justify-between text-subheading">
            <span>Totaal</span>
            <span>{formatCents(total)}</span>
          </p>
        }
      >
        {lines.length === 0 ? (
          <EmptyState icon={ShoppingBag} title="Je winkelwagen is leeg" />
        ) : (
          <ul className="divide-y divide-line">
            {lines.map(line => (
              <li key={line.id} className="figures flex justify-between gap-4 py-4">
                <span>
                  {line.quantity} × {line.product.name}
                </span>
                <span>{formatCents(line.quantity * line.product.price)}</span>
              </li>
            ))}
          </ul>
        )}
      </DrawerContent>
    </Dialog>
  )
}
