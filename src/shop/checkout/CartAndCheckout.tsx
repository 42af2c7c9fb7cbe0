import { lazy, Suspense, useRef, useState } from 'react'
import { CartButton } from '../cart/CartButton.tsx'
import { trackEvent } from '../../ui/trackEvent.ts'
import { Dialog, DialogContent } from '../../ui/components/Dialog.tsx'
import { Skeleton } from '../../ui/components/Skeleton.tsx'
import { UnpaidOrderNotice } from './WaitingOrder.tsx'

/** Not in the first bundle: most visitors do not order. */
const load = async () => ({ default: (await import('./CheckoutDialog.tsx')).CheckoutDialog })
const CheckoutDialog = lazy(load)

/** The cart in the top bar, and the checkout up to the payment page. */
export function CartAndCheckout() {
  const button = useRef<HTMLButtonElement>(null)
  const [ordering, setOrdering] = useState(false)
  const [wanted, setWanted] = useState(false)
  const order = () => {
    trackEvent({ category: 'checkout', action: 'start' })
    setWanted(true)
    setOrdering(true)
  }
  return (
    <>
      <CartButton ref={button} onOpen={() => void load()} Notice={UnpaidOrderNotice} onOrder={order} />
      {wanted && (
        <Suspense fallback={<CheckoutLoading open={ordering} />}>
          <CheckoutDialog
            open={ordering}
            onOpenChange={setOrdering}
            // The button that opened it disappeared with the drawer.
            onCloseAutoFocus={event => {
              event.preventDefault()
              button.current?.focus()
            }}
          />
        </Suspense>
      )}
    </>
  )
}

const CheckoutLoading = ({ open }: { open: boolean }) => (
  <Dialog open={open}>
    <DialogContent title="Bestellen">
      <Skeleton className="h-72" />
    </DialogContent>
  </Dialog>
)
