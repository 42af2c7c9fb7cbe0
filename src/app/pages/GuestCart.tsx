import { useCartLines } from '../../shop/cart/guestCart.hooks.ts'
import { lazyPart } from '../../ui/components/lazyPart.tsx'

/** Only guests with something in the cart fetch it. */
const CartAndCheckout = lazyPart({
  load: async () => (await import('../../shop/checkout/CartAndCheckout.tsx')).CartAndCheckout,
})

/** The cart of a guest in the top bar, once there is one. */
export const GuestCart = () => (useCartLines().length > 0 ? <CartAndCheckout /> : null)
