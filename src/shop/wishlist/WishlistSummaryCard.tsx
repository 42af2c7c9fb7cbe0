import { ButtonLink } from '../../ui/components/ButtonLink.tsx'
import { Card } from '../../ui/components/Card.tsx'
import { ResponsiveImage } from '../../ui/components/ResponsiveImage.tsx'
import { formatCents } from '../../wire/money.ts'
import type { WishlistItem } from './contract.ts'
import { useWishlist } from './hooks.ts'
import { wishlistAvailability } from './rules.ts'

const MAX_SHOWN = 2

/** A summary of the wishlist, for the dashboard. */
export function WishlistSummaryCard() {
  const wishes = useWishlist()
  return (
    <Card>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="display text-heading">Verlanglijst</h2>
        <ButtonLink to="/wishlist" variant="link">
          <span>
            Alles<span className="max-sm:sr-only"> bekijken</span>
            <span className="sr-only"> op je verlanglijst</span>
          </span>
        </ButtonLink>
      </div>
      {wishes.length === 0 && <p className="pt-4 text-ink-soft">Er staat nog niets op je verlanglijst.</p>}
      <ul className="mt-2 -mb-4 divide-y divide-line empty:hidden">
        {wishes.slice(0, MAX_SHOWN).map(wish => (
          <li key={wish.productId}>
            <WishlistRow wish={wish} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

function WishlistRow({ wish: { product, purchased } }: { wish: WishlistItem }) {
  const { text } = wishlistAvailability(product)
  return (
    <div className="figures flex flex-wrap items-center gap-x-4 py-4">
      <ResponsiveImage src={product.imageUrl} alt="" sizes="56px" className="w-14 shrink-0 rounded-inner" />
      <span className="grid min-w-0 flex-[1_1_8rem] gap-0.5">
        <span className="font-medium">{product.name}</span>
        <span className="text-small text-ink-faint">{purchased ? 'Gekocht' : text}</span>
      </span>
      <span className="font-medium">{formatCents(product.price)}</span>
    </div>
  )
}
