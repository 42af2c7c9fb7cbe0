import { Heart } from 'lucide-react'
import { plural } from '../../ui/format.ts'
import { CountBadge } from '../../ui/components/Badge.tsx'
import { ButtonLink } from '../../ui/components/ButtonLink.tsx'
import { useWishlist } from './hooks.ts'

/** The wishlist in the top bar, with its count. On the narrowest screens only the account menu has this link. */
export function WishlistLink() {
  const count = useWishlist().length
  return (
    <ButtonLink
      to="/wishlist"
      aria-label={`Verlanglijst, ${plural(count, 'product', 'producten')}`}
      variant="quiet"
      size="icon"
      className="max-[23rem]:hidden"
    >
      <Heart aria-hidden />
      <CountBadge count={count} />
    </ButtonLink>
  )
}
