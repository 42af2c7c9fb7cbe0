import { AddToCart } from '../../shop/cart/AddToCart.tsx'
import { WishlistButton } from '../../shop/wishlist/WishlistButton.tsx'
import { useConsent } from '../../ui/visitor/consent.ts'
import { lazyPart } from '../../ui/components/lazyPart.tsx'

const RecentlyViewed = lazyPart({
  load: async () => (await import('../../shop/products/catalog/RecentlyViewed.tsx')).RecentlyViewed,
})

/** The products that were looked at before on this device, where the visitor allowed to keep that. */
export function RecentlyViewedPart({ currentId }: { currentId: string | null }) {
  if (!useConsent()?.preferences?.functional) return null
  return <RecentlyViewed currentId={currentId} Action={AddToCart} Corner={WishlistButton} />
}
