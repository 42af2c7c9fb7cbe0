import { ShoppingBag } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { Button } from '../../ui/components/Button.tsx'
import { ButtonLink } from '../../ui/components/ButtonLink.tsx'
import { DrawerContent } from '../../ui/components/Dialog.tsx'
import { EmptyState } from '../../ui/components/EmptyState.tsx'
import { formatCents } from '../../wire/money.ts'
import { CartLine } from './CartLine.tsx'
import type { CartItem } from './contract.ts'
import { isOptimisticLine, cartSubtotal } from './rules.ts'

interface CartDrawerProps {
  lines: CartItem[]
  /** Shown above the lines. */
  notice?: ReactNode
  onOrder: () => void
  /** Called when a link is followed, to close the drawer. */
  onLeave: () => void
}

export function CartDrawer({ lines, notice, onOrder, onLeave }: CartDrawerProps) {
  const list = useRef<HTMLDivElement>(null)
  if (lines.length === 0) {
    return (
      <DrawerContent title="Winkelwagen">
        <EmptyState
          icon={ShoppingBag}
          title="Je winkelwagen is leeg"
          action={
            <ButtonLink to="/shop" onClick={onLeave}>
              Naar de shop
            </ButtonLink>
          }
        >
          Wat je toevoegt, blijft hier bewaard.
        </EmptyState>
      </DrawerContent>
    )
  }
  return (
    <DrawerContent title="Winkelwagen" footer={<Footer lines={lines} onOrder={onOrder} />}>
      <div ref={list} tabIndex={-1} className="outline-none">
        {notice}
        <ul className="divide-y divide-line">
          {lines.map(line => (
            <CartLine
              key={line.productId}
              line={line}
              onRemoved={() => list.current?.focus()}
              onLeave={onLeave}
            />
          ))}
        </ul>
      </div>
    </DrawerContent>
  )
}

function Footer({ lines, onOrder }: Pick<CartDrawerProps, 'lines' | 'onOrder'>) {
  return (
    <div className="grid gap-4">
      <dl className="figures grid gap-1">
        <div className="flex justify-between text-small text-ink-soft">
          <dt>Verzending</dt>
          <dd>Gratis</dd>
        </div>
        <div className="flex items-baseline justify-between text-subheading font-medium">
          <dt>Totaal</dt>
          <dd>{formatCents(cartSubtotal(lines))}</dd>
        </div>
      </dl>
      <Button size="lg" onClick={onOrder} disabled={lines.some(isOptimisticLine)}>
        Verder naar bestellen
      </Button>
    </div>
  )
}
