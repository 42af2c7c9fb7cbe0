import { Star } from 'lucide-react'
import type { ComponentType } from 'react'
import { Link } from 'react-router'
import { Badge } from '../../../ui/components/Badge.tsx'
import { cn } from '../../../ui/components/cn.ts'
import { ResponsiveImage } from '../../../ui/components/ResponsiveImage.tsx'
import type { Product } from './contract.ts'
import { productPath } from '../search/filters.rules.ts'
import { isLowOnStock, isSoldOut } from './rules.ts'
import { PriorPrice } from '../prices/Price.tsx'
import { formatRating, priceText, stockLabel } from './productText.rules.ts'
import { unitPriceText } from '../prices/unitPrice.rules.ts'

/** The parts that other slices put on a card. */
export interface ProductCardSlots {
  /** Shown under the price. */
  Action: ComponentType<{ product: Product }>
  /** Shown in the top right corner of the picture. */
  Corner: ComponentType<{ product: Product }>
}

interface ProductCardProps extends ProductCardSlots {
  product: Product
  /** True for cards that are visible without scrolling. */
  priority?: boolean
  /** The `sizes` attribute of the picture; by default for four in a row on a large screen. */
  sizes?: string
}

const fourOnARow = '(min-width: 1024px) 280px, (min-width: 640px) 33vw, 50vw'

export function ProductCard({
  product,
  Action,
  Corner,
  priority = false,
  sizes = fourOnARow,
}: ProductCardProps) {
  return (
    <article className="group flex h-full flex-col gap-3">
      {/* The name is as high as the names beside it, so that the prices of a row are level. */}
      <div className="relative flex grow flex-col gap-3">
        <div className="relative overflow-hidden rounded-card">
          <ResponsiveImage
            src={product.imageUrl}
            alt=""
            sizes={sizes}
            priority={priority}
            className={cn(
              'transition-[scale,opacity] duration-250 group-hover:scale-[1.02]',
              isSoldOut(product.stock) && 'opacity-60',
            )}
          />
          <StockBadge stock={product.stock} />
        </div>
        <h3 className="leading-snug font-medium">
          {/* One link that covers the picture and the name. */}
          <Link
            to={productPath(product)}
            className="outline-none after:absolute after:inset-0 after:rounded-card focus-visible:after:outline-2 focus-visible:after:outline-offset-2 focus-visible:after:outline-accent-text"
          >
            {product.name}
          </Link>
        </h3>
        <div className="absolute top-2 right-2 z-1">
          <Corner product={product} />
        </div>
      </div>
      <div className="-mt-2 flex items-baseline justify-between gap-3">
        <p className="figures flex flex-wrap items-baseline gap-x-2 text-ink-soft">
          {priceText(product)}
          <PriorPrice cents={product.priorPrice} className="text-tiny" />
          <UnitPriceText product={product} />
        </p>
        <Rating rating={product.rating} />
      </div>
      <Action product={product} />
    </article>
  )
}

function UnitPriceText({ product }: { product: Product }) {
  const text = product.maxPrice === undefined ? unitPriceText(product.price, product) : null
  return text === null ? null : <span className="w-full text-tiny text-ink-faint">{text}</span>
}

function StockBadge({ stock }: { stock: number }) {
  if (!isSoldOut(stock) && !isLowOnStock(stock)) return null
  return (
    <Badge
      tone={isSoldOut(stock) ? 'neutral' : 'live'}
      className="absolute bottom-3 left-3 bg-paper/92 backdrop-blur-sm"
    >
      {stockLabel(stock)}
    </Badge>
  )
}

function Rating({ rating }: { rating: number | null }) {
  if (rating === null) return null
  return (
    <p className="figures flex shrink-0 items-center gap-1 text-small text-ink-soft">
      <Star className="size-3.5 fill-live text-live" aria-hidden />
      <span className="sr-only">Beoordeling: </span>
      {formatRating(rating)}
      <span className="sr-only"> van 5</span>
    </p>
  )
}
