import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useLocation } from 'react-router'
import { useAddToCart } from '../../shop/cart/hooks.ts'
import { productQuery } from '../../shop/catalog/hooks.ts'
import { consumePendingAction } from '../../ui/pendingAction.ts'
import { toast } from '../../ui/components/toast.ts'
import { useAddToWishlist } from '../../shop/wishlist/hooks.ts'

/** Runs the pending action after the login. */
export function PendingActionRunner() {
  const cache = useQueryClient()
  const { pathname, search } = useLocation()
  const { mutate: addToCart } = useAddToCart()
  const { mutate: addWish } = useAddToWishlist()
  const page = pathname + search
  const run = useEffectEvent(async () => {
    // After the login the redirect from `/auth` follows first.
    if (pathname === '/auth') return
    const errand = consumePendingAction(page)
    // A product that was removed meanwhile is skipped without a message.
    const product = errand && (await cache.fetchQuery(productQuery(errand.productId)).catch(() => null))
    if (!product) return
    const tell = (place: string) => ({ onSuccess: () => toast({ title: `${product.name} ${place}` }) })
    if (errand.kind === 'wishlist') addWish(product, tell('staat op je verlanglijst'))
    else addToCart({ product, quantity: errand.quantity }, tell('ligt in je winkelwagen'))
  })
  useEffect(() => void run(), [page])
  return null
}
