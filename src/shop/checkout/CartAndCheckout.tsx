import { useEffect, useState } from 'react'
import { lazyDialog } from '../../ui/dialogs/lazyDialog.tsx'
import { lazyPart } from '../../ui/components/lazyPart.tsx'
import { trackEvent } from '../../ui/visitor/trackEvent.ts'
import { CartButton } from '../cart/CartButton.tsx'
import type { CartTotalsProps } from './CartTotals.tsx'

/** Most visitors do not order. */
const CheckoutDialog = lazyDialog({
  title: 'Bestellen',
  load: async () => (await import('./CheckoutDialog.tsx')).CheckoutDialog,
})

/** Loaded with the drawer that shows it. */
const UnpaidOrderNotice = lazyPart({
  load: async () => (await import('./UnpaidOrderNotice.tsx')).UnpaidOrderNotice,
})

/** Loaded with the drawer too; the totals without promotions stand there until then. */
const CartTotals = lazyPart<CartTotalsProps>({
  load: async () => (await import('./CartTotals.tsx')).CartTotals,
  frame: (content, { plain }) => (
    <>
      {content}
      {plain}
    </>
  ),
})

/** The cart in the top bar, and the checkout up to the payment page. */
export function CartAndCheckout() {
  const [ordering, setOrdering] = useState(false)
  // After a reload, or Back from the payment page: the checkout is closed, and its steps are no places to go back to.
  useEffect(() => {
    const { level = 0 } = (history.state ?? {}) as { level?: number }
    if (level > 0) history.go(-level)
  }, [])
  const order = () => {
    trackEvent({ category: 'checkout', action: 'start' })
    setOrdering(true)
  }
  return (
    <>
      <CartButton
        onOpen={() => void CheckoutDialog.preload()}
        Notice={UnpaidOrderNotice}
        Totals={CartTotals}
        onOrder={order}
      />
      <CheckoutDialog open={ordering} onOpenChange={setOrdering} />
    </>
  )
}
