import { Heart } from 'lucide-react'
import { Link } from 'react-router'
import { plural } from '../../ui/format.ts'
import { CountBadge } from '../../ui/components/Badge.tsx'
import { Button } from '../../ui/components/Button.tsx'
import { useWishlist } from './hooks.ts'

/** The wishlist in the top bar, with its count. On the narrowest screens only the account menu has this link. */
export function WishlistLink() {
  const count = useWishlist().length
  return (
    <Button asChild variant="quiet" size="icon" className="max-[23rem]:hidden">
      <Link to="/wishlist" aria-label={`Verlanglijst, ${plural(count, 'product', 'producten')}`}>
        <Heart aria-hidden />
        <CountBadge count={count} />
      </Link>
    </Button>
  )
}
