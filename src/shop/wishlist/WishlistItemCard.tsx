import { Check, X } from 'lucide-react'
import { Link } from 'react-router'
import { AddToCart } from '../cart/AddToCart.tsx'
import type { Product } from '../products/catalog/contract.ts'
import { PriorPrice } from '../products/prices/Price.tsx'
import { priceText } from '../products/catalog/productText.rules.ts'
import { Badge } from '../../ui/components/Badge.tsx'
import { cn } from '../../ui/components/cn.ts'
import { ResponsiveImage } from '../../ui/components/ResponsiveImage.tsx'
import type { WishlistItem } from './contract.ts'
import { toast, undoableToast } from '../../ui/dialogs/toast.ts'
import { useAddToWishlist, useRemoveFromWishlist } from './hooks.ts'
import { wishlistAvailability, isOptimisticItem } from './rules.ts'

interface WishCardProps {
  wish: WishlistItem
  onRemoved: () => void
}

/** A wishlist item: price, availability, and buttons to add it to the cart and to remove it. */
export function WishlistItemCard({ wish, onRemoved }: WishCardProps) {
  const { product } = wish
  const { canBuy, text } = wishlistAvailability(product)
  const isSoldOut = product.isActive && !canBuy
  return (
    <article className="group relative flex h-full flex-col gap-3">
      <ResponsiveImage
        src={product.imageUrl}
        alt=""
        sizes="(min-width: 1024px) 280px, (min-width: 768px) 33vw, 50vw"
        className={cn('rounded-card', !canBuy && 'opacity-60')}
      />
      {wish.purchased && (
        <Badge tone="green" className="absolute top-3 left-3">
          <Check aria-hidden />
          Gekocht
        </Badge>
      )}
      <div className="flex grow flex-col gap-1">
        {/* As high as the names beside it, so that the prices of a row are level. */}
        <h2 className="grow leading-snug font-medium">
          <Name product={product} />
        </h2>
        <p className="figures flex flex-wrap items-baseline gap-x-2 text-ink-soft">
          {priceText(product)}
          <PriorPrice cents={product.priorPrice} className="text-tiny" />
        </p>
        <p
          className={cn(
            'figures text-small',
            canBuy ? 'text-ink-soft' : 'font-medium text-danger',
            // The button says it already.
            isSoldOut && 'invisible',
          )}
        >
          {text}
        </p>
      </div>
      {product.isActive && (
        // Above the link that covers the card.
        <div className="relative">
          <AddToCart product={product} />
        </div>
      )}
      <Remove wish={wish} onRemoved={onRemoved} />
    </article>
  )
}

/** The whole card links to the product, if it still exists. */
function Name({ product }: { product: Product }) {
  if (!product.isActive) return product.name
  return (
    <Link
      to={`/shop/${product.slug}`}
      className="outline-none group-hover:text-accent-text after:absolute after:inset-0 after:rounded-card focus-visible:after:outline-2 focus-visible:after:outline-offset-4 focus-visible:after:outline-accent-text"
    >
      {product.name}
    </Link>
  )
}

function Remove({ wish, onRemoved }: WishCardProps) {
  const remove = useRemoveFromWishlist()
  const restore = useAddToWishlist()
  const { product } = wish
  return (
    <button
      type="button"
      aria-label={`Haal van je verlanglijst: ${wish.product.name}`}
      disabled={isOptimisticItem(wish)}
      onClick={() => {
        remove.mutate(wish)
        // A product that is not for sale any more can't be added again.
        if (product.isActive)
          toast(undoableToast('Van je verlanglijst gehaald', () => restore.mutate(product)))
        onRemoved()
      }}
      className="absolute top-2 right-2 grid size-11 place-items-center rounded-full bg-paper/92 text-ink backdrop-blur-sm transition-colors not-disabled:hover:text-accent-text"
    >
      <X className="size-5" aria-hidden />
    </button>
  )
}
