import { useQueryClient } from '@tanstack/react-query'
import { cartQuery, isChangingCart } from '../../shop/cart/hooks.ts'
import { ordersQuery } from '../../shop/orders/hooks.ts'
import { useOtherTabs } from '../../ui/otherTabs.ts'

/** Follows what happens in other tabs: the cart, and unpaid orders. */
export function OtherTabs() {
  const cache = useQueryClient()
  useOtherTabs(news => {
    if (isChangingCart(cache)) return
    void cache.invalidateQueries({ queryKey: cartQuery.queryKey, exact: true })
    if (news === 'shown') void cache.invalidateQueries({ queryKey: ordersQuery.queryKey })
  })
  return null
}
