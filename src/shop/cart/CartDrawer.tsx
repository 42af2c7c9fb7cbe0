import { Minus, Plus, ShoppingBag, Trash2 } from 'lucide-react'
import { type ComponentType, type ReactNode, useRef, useState } from 'react'
import { Link } from 'react-router'
import { Button } from '../../ui/components/Button.tsx'
import { ButtonLink } from '../../ui/components/ButtonLink.tsx'
import { Dialog, DrawerContent } from '../../ui/dialogs/Dialog.tsx'
import { EmptyState } from '../../ui/components/EmptyState.tsx'
import { IconButton } from '../../ui/components/IconButton.tsx'
import { ResponsiveImage } from '../../ui/components/ResponsiveImage.tsx'
import { useShop } from '../../ui/page/boot.ts'
import { formatCents } from '../../wire/money.ts'
import { productPath } from '../products/search/filters.rules.ts'
import { isDigital } from '../products/catalog/rules.ts'
import { PriorPrice } from '../products/prices/Price.tsx'
import { unitPriceText } from '../products/prices/unitPrice.rules.ts'
import type { CartItem } from './contract.ts'
import { useRemoveCartLine, useSetCartLineQuantity } from './hooks.ts'
import { RemovedLine } from './RemovedLine.tsx'
import { canIncreaseQuantity, cartSubtotal, exceedsStock, isOptimisticLine } from './rules.ts'

interface CartDrawerProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  lines: CartItem[]
  /** Whether its shell was shown, in place of which it is there at once. */
  wasShell: boolean
  /** Called when the shell is shown. */
  onShell: () => void
  /** Shown above the lines. */
  notice?: ReactNode
  /** Shows the totals with promotions, in place of `plain`. */
  Totals: ComponentType<{ lines: CartItem[]; plain: ReactNode }>
  onOrder: () => void
}

/** The lines of the cart in a drawer. */
export const CartDrawer = ({ open, onOpenChange, onShell: _onShell, ...content }: CartDrawerProps) => (
  <Dialog open={open} onOpenChange={onOpenChange}>
    <Content {...content} onLeave={() => onOpenChange(false)} />
  </Dialog>
)

type ContentProps = Omit<CartDrawerProps, 'open' | 'onOpenChange' | 'onShell'> & {
  /** Called when a link is followed, to close the drawer. */
  onLeave: () => void
}

function Content({ lines, wasShell, notice, Totals, onOrder, onLeave }: ContentProps) {
  const list = useRef<HTMLDivElement>(null)
  const [removed, setRemoved] = useState<CartItem | null>(null)
  // Removed by hand; not when it is back, from another tab too.
  const isBack = lines.some(({ productId }) => productId === removed?.productId)
  const undo = <RemovedLine line={isBack ? null : removed} onRestored={() => list.current?.focus()} />
  const onRemoved = (line: CartItem) => {
    setRemoved(line)
    list.current?.focus()
  }
  const onOpenAutoFocus = ({ currentTarget }: Event) => {
    if (!wasShell || !(currentTarget instanceof Element)) return
    for (const animation of currentTarget.getAnimations()) animation.finish()
  }
  if (lines.length === 0) {
    return (
      <DrawerContent title="Winkelwagen" onOpenAutoFocus={onOpenAutoFocus}>
        <div ref={list} tabIndex={-1} className="outline-none">
          {undo}
        </div>
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
    <DrawerContent
      title="Winkelwagen"
      onOpenAutoFocus={onOpenAutoFocus}
      footer={<Footer lines={lines} Totals={Totals} onOrder={onOrder} />}
    >
      <div ref={list} tabIndex={-1} className="outline-none">
        {notice}
        {undo}
        <ul className="divide-y divide-line">
          {lines.map(line => (
            <CartLine key={line.productId} line={line} onRemoved={() => onRemoved(line)} onLeave={onLeave} />
          ))}
        </ul>
      </div>
    </DrawerContent>
  )
}

function Footer({ lines, Totals, onOrder }: Pick<ContentProps, 'lines' | 'Totals' | 'onOrder'>) {
  const isFree = useShop().shippingPricing === 'FREE'
  const plain = (
    <dl className="figures grid gap-1">
      {lines.some(({ product }) => !isDigital(product)) && (
        <div className="flex justify-between text-small text-ink-soft">
          <dt>Verzending</dt>
          <dd>{isFree ? 'Gratis' : 'Volgt uit je adres'}</dd>
        </div>
      )}
      <div className="flex items-baseline justify-between text-subheading font-medium">
        <dt>Totaal</dt>
        <dd>{formatCents(cartSubtotal(lines))}</dd>
      </div>
    </dl>
  )
  return (
    <div className="grid gap-4">
      <Totals lines={lines} plain={plain} />
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
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <Link
            to={productPath(product)}
            onClick={onLeave}
            className="grow basis-[6rem] font-medium underline-offset-4 hover:underline"
          >
            {product.name}
          </Link>
          <p className="figures shrink-0 font-medium">{formatCents(quantity * product.price)}</p>
        </div>
        <p className="figures flex flex-wrap items-baseline gap-x-2 text-small text-ink-faint">
          {formatCents(product.price)} per stuk
          <PriorPrice cents={product.priorPrice} className="text-tiny" />
          <UnitPriceText product={product} />
        </p>
        <div className="flex flex-wrap items-center justify-between gap-x-4 pt-1">
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

function UnitPriceText({ product }: Pick<CartItem, 'product'>) {
  const text = unitPriceText(product.price, product)
  return text === null ? null : <span className="w-full">{text}</span>
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
      <output className="figures min-w-7 px-0.5 text-center font-medium">{quantity}</output>
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
