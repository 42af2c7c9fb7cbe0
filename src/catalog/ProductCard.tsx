import { Star } from 'lucide-react'
import type { ReactNode } from 'react'
import { Badge } from '../web/ui/Badge.tsx'
import { Picture } from '../web/ui/Picture.tsx'
import { formatCents } from '../wire/money.ts'
import type { Product } from './contract.ts'

interface ProductCardProps {
  product: Product
  /** What one can do with it: stands under the price. */
  action?: ReactNode
  /** True for what is in sight on arrival. */
  priority?: boolean
}

/** How wide a card's picture is shown: two on a phone's row, three, then four. */
const sizes = '(min-width: 1024px) 280px, (min-width: 640px) 33vw, 50vw'

export function ProductCard({ product, action, priority = false }: ProductCardProps) {
  return (
    <article className="group grid content-start gap-3">
      <div className="relative overflow-hidden rounded-card">
        <Picture
          src={product.imageUrl}
          alt=""
          sizes={sizes}
          priority={priority}
          className="transition-transform duration-250 group-hover:scale-[1.02]"
        />
        <StockBadge stock={product.stock} />
      </div>
      <div className="grid gap-1">
        <div className="flex items-baseline justify-between gap-3">
          <h3 className="font-medium">{product.name}</h3>
          <Rating rating={product.rating} />
        </div>
        <p className="figures text-ink-soft">{formatCents(product.price)}</p>
      </div>
      {action}
    </article>
  )
}

/** Low from 1 to 5 pieces, sold out from 0 down. */
function StockBadge({ stock }: { stock: number }) {
  if (stock > 5) return null
  return (
    <Badge
      tone={stock > 0 ? 'live' : 'neutral'}
      className="absolute top-3 left-3 bg-paper/90 backdrop-blur-sm"
    >
      {stock > 0 ? `Nog ${stock} op voorraad` : 'Uitverkocht'}
    </Badge>
  )
}

function Rating({ rating }: { rating: number | null }) {
  if (rating === null) return null
  const text = rating.toLocaleString('nl-NL', { minimumFractionDigits: 1, maximumFractionDigits: 1 })
  return (
    <span className="figures flex shrink-0 items-center gap-1 text-small text-ink-soft">
      <Star className="size-3.5 fill-live text-live" aria-hidden />
      <span className="sr-only">Beoordeling: </span>
      {text}
    </span>
  )
}
