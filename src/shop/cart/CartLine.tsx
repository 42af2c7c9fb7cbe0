import { Minus, Plus, Trash2 } from 'lucide-react'
import { Link } from 'react-router'
import { productPath } from '../catalog/filters.rules.ts'
import { ResponsiveImage } from '../../ui/components/ResponsiveImage.tsx'
import { IconButton } from '../../ui/components/IconButton.tsx'
import { formatCents } from '../../wire/money.ts'
import type { CartItem } from './contract.ts'
import { useRemoveCartLine, useSetCartLineQuantity } from './hooks.ts'
import { canIncreaseQuantity, exceedsStock, isOptimisticLine } from './rules.ts'

interface CartLineProps {
  line: CartItem
  /** Called after the line was removed, to move the focus from its button. */
  onRemoved: () => void
  /** Called when the product link is followed, to close the drawer. */
  onLeave: () => void
}

export function CartLine({ line, onRemoved, onLeave }: CartLineProps) {
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
