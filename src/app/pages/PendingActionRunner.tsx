import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useLocation } from 'react-router'
import { useAddToCart } from '../../shop/cart/hooks.ts'
import { productQuery } from '../../shop/products/catalog/hooks.ts'
import { useAddToWishlist } from '../../shop/wishlist/hooks.ts'
import { toast } from '../../ui/dialogs/toast.ts'
import { consumePendingAction } from '../../ui/visitor/pendingAction.ts'

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
    const pending = consumePendingAction(page)
    // A product that was removed meanwhile is skipped without a message.
    const product = pending && (await cache.fetchQuery(productQuery(pending.productId)).catch(() => null))
    if (!product) return
    const tell = (place: string) => ({ onSuccess: () => toast({ title: `${product.name} ${place}` }) })
    if (pending.kind === 'wishlist') addWish(product, tell('staat op je verlanglijst'))
    else addToCart({ product, quantity: pending.quantity }, tell('ligt in je winkelwagen'))
  })
  useEffect(() => void run(), [page])
  return null
}
