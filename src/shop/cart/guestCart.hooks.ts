import { useQuery } from '@tanstack/react-query'
import { useUser } from '../../people/accounts/hooks.ts'
import { useShop } from '../../ui/page/boot.ts'
import { useIsHydrated } from '../../ui/page/hydrated.ts'
import { CART_COOKIE, readCookie } from '../../wire/cookies.ts'
import type { CartItem } from './contract.ts'
import { cartQuery } from './hooks.ts'

/** Whether this browser has the cart of a guest. Visitors without one are asked for nothing. */
export const hasGuestCart = (): boolean => readCookie(document.cookie, CART_COOKIE) === '1'

/** Whether one may put things in a cart: a customer, and in a public shop everybody. */
export const useMayShop = (): boolean => {
  const { storefrontAccess } = useShop()
  return useUser() !== null || storefrontAccess === 'public'
}

/** The lines of the customer's or the guest's cart; for a visitor there are none, and no request. */
export function useCartLines(): CartItem[] {
  const user = useUser()
  const isHydrated = useIsHydrated()
  const enabled = user !== null || (isHydrated && hasGuestCart())
  return useQuery({ ...cartQuery, enabled }).data ?? noLines
}

const noLines: CartItem[] = []
