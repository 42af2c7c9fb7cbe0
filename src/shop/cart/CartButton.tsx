import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Minus, Plus, ShoppingBag, Trash2 } from 'lucide-react'
import { type ComponentType, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { plural } from '../../ui/format.ts'
import { CountBadge } from '../../ui/components/Badge.tsx'
import { Button } from '../../ui/components/Button.tsx'
import { Dialog, DialogTrigger, DrawerContent } from '../../ui/components/Dialog.tsx'
import type { CartItem } from './contract.ts'
import { cartQuery, useRemoveCartLine, useSetCartLineQuantity } from './hooks.ts'
import { canIncreaseQuantity, cartSubtotal, exceedsStock, isOptimisticLine, totalQuantity } from './rules.ts'
import { ButtonLink } from '../../ui/components/ButtonLink.tsx'
import { EmptyState } from '../../ui/components/EmptyState.tsx'
import { formatCents } from '../../wire/money.ts'
import { productPath } from '../catalog/filters.rules.ts'
import { ResponsiveImage } from '../../ui/components/ResponsiveImage.tsx'
import { IconButton } from '../../ui/components/IconButton.tsx'

interface CartButtonProps {
  /** Called when the drawer opens, to preload the checkout. */
  onOpen: () => void
  /** A notice about the lines, shown before they are ordered. */
  Notice: ComponentType<{ lines: CartItem[] }>
  /** Called when the customer starts the checkout. */
  onOrder: () => void
}

/**
 * The cart in the top bar: a badge with the number of units, and a drawer with the lines. `?cart=open` in the URL
 * opens it.
 */
export function CartButton({ onOpen, Notice, onOrder }: CartButtonProps) {
  const { data: lines = [] } = useQuery(cartQuery)
  const cache = useQueryClient()
  const [open, setOpen] = useState(false)
  const show = (next: boolean) => {
    setOpen(next)
    if (!next) return
    onOpen()
    // Prices and stock may have changed since the cart was last fetched.
    void cache.invalidateQueries({ queryKey: cartQuery.queryKey })
  }
  const [search, setSearch] = useSearchParams()
  const isAsked = search.get('cart') === 'open'
  const answer = useEffectEvent(() => {
    if (!isAsked) return
    search.delete('cart')
    setSearch(search, { replace: true, preventScrollReset: true })
    show(true)
  })
  useEffect(() => answer(), [isAsked])
  const order = () => {
    setOpen(false)
    onOrder()
  }
  const count = totalQuantity(lines)
  return (
    <Dialog open={open} onOpenChange={show}>
      <DialogTrigger asChild>
        <Button variant="quiet" size="icon" aria-label={`Winkelwagen, ${plural(count, 'stuk', 'stuks')}`}>
          <ShoppingBag aria-hidden />
          <CountBadge count={count} />
        </Button>
      </DialogTrigger>
      <CartDrawer
        lines={lines}
        notice={open && <Notice lines={lines} />}
        onOrder={order}
        onLeave={() => setOpen(false)}
      />
    </Dialog>
  )
}

interface CartDrawerProps {
  lines: CartItem[]
  /** Shown above the lines. */
  notice?: ReactNode
  onOrder: () => void
  /** Called when a link is followed, to close the drawer. */
  onLeave: () => void
}

function CartDrawer({ lines, notice, onOrder, onLeave }: CartDrawerProps) {
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

interface CartLineProps {
  line: CartItem
  /** Called after the line was removed, to move the focus from its button. */
  onRemoved: () => void
  /** Called when the product link is followed, to close the drawer. */
  onLeave: () => void
}

function CartLine({ line, onRemoved, onLeave }: CartLineProps) {
  const { product, quantity } = line
  const remove = useRemoveCartLine()
  return (
    <li className="flex gap-4 py-5 first:pt-2">
      <ResponsiveImage
        src={product.imageUrl}
        alt=""
        sizes="80px"
        className="w-20 shrink-0 self-start rounded-inner"
      />
      <div className="grid min-w-0 grow gap-1">
        <div className="flex items-baseline justify-between gap-4">
          <Link
            to={productPath(product)}
            onClick={onLeave}
            className="font-medium underline-offset-4 hover:underline"
          >
            {product.name}
          </Link>
          <p className="figures shrink-0 font-medium">{formatCents(quantity * product.price)}</p>
        </div>
        <p className="figures text-small text-ink-faint">{formatCents(product.price)} per stuk</p>
        <div className="flex items-center justify-between gap-4 pt-1">
          <Quantity line={line} onRemoved={onRemoved} />
          <IconButton
            icon={Trash2}
            className="-mr-3 text-ink-faint hover:text-ink"
            label={`Verwijder ${product.name}`}
            disabled={isOptimisticLine(line)}
            onClick={() => {
              remove.mutate({ itemId: line.id })
              onRemoved()
            }}
          />
        </div>
        <StockNote line={line} />
      </div>
    </li>
  )
}

/** The minus button removes the last unit; the plus button is disabled at the available stock. */
function Quantity({ line, onRemoved }: Omit<CartLineProps, 'onLeave'>) {
  const { product, quantity } = line
  const set = useSetCartLineQuantity()
  const change = (next: number) => {
    set.mutate({ itemId: line.id, quantity: next })
    if (next === 0) onRemoved()
  }
  return (
    <div
      role="group"
      aria-label={`Aantal van ${product.name}`}
      className="flex items-center rounded-card border border-line-strong"
    >
      <IconButton
        icon={Minus}
        label={`Eén minder: ${product.name}`}
        disabled={isOptimisticLine(line)}
        onClick={() => change(quantity - 1)}
      />
      <output className="figures w-7 text-center font-medium">{quantity}</output>
      <IconButton
        icon={Plus}
        label={`Eén meer: ${product.name}`}
        disabled={isOptimisticLine(line) || !canIncreaseQuantity(line)}
        onClick={() => change(quantity + 1)}
      />
    </div>
  )
}

function StockNote({ line }: { line: CartItem }) {
  const { stock } = line.product
  if (exceedsStock(line)) {
    return (
      <p className="text-small font-medium text-danger">
        {stock > 0 ? `Er zijn er nog maar ${stock}.` : 'Dit is op dit moment niet beschikbaar.'}
      </p>
    )
  }
  return canIncreaseQuantity(line) ? null : (
    <p className="text-small text-ink-faint">Meer hebben we er niet.</p>
  )
}
