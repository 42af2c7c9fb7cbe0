import { useQueryClient } from '@tanstack/react-query'
import { useFollowLogin } from '../../people/accounts/hooks.ts'
import { cartQuery, isChangingCart } from '../../shop/cart/hooks.ts'
import { ordersQuery } from '../../shop/orders/hooks.ts'
import { useOtherTabs } from '../../ui/otherTabs.ts'

/** Follows what happens in other tabs: the cart, unpaid orders, and who is signed in. */
export function OtherTabs() {
  const cache = useQueryClient()
  const followLogin = useFollowLogin()
  useOtherTabs(news => {
    if (news === 'login') return void followLogin()
    if (isChangingCart(cache)) return
    void cache.invalidateQueries({ queryKey: cartQuery.queryKey, exact: true })
    if (news === 'shown') void cache.invalidateQueries({ queryKey: ordersQuery.queryKey })
  })
  return null
}
