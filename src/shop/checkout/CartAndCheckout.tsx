import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { CartButton } from '../cart/CartButton.tsx'
import { trackEvent } from '../../ui/trackEvent.ts'
import { Dialog, DialogContent } from '../../ui/components/Dialog.tsx'
import { Skeleton } from '../../ui/components/Skeleton.tsx'
import { Notice } from '../../ui/components/Notice.tsx'
import { PayAgainButton } from '../orders/PayAgainButton.tsx'
import { orderQuery, ordersQuery } from '../orders/hooks.ts'
import { isUnpaidOrderOfCart } from './steps.rules.ts'
import type { CartItem } from '../cart/contract.ts'

/** Not in the first bundle: most visitors do not order. */
const load = async () => ({ default: (await import('./CheckoutDialog.tsx')).CheckoutDialog })
const CheckoutDialog = lazy(load)

/** The cart in the top bar, and the checkout up to the payment page. */
export function CartAndCheckout() {
  const [ordering, setOrdering] = useState(false)
  const [wanted, setWanted] = useState(false)
  const order = () => {
    trackEvent({ category: 'checkout', action: 'start' })
    setWanted(true)
    setOrdering(true)
  }
  return (
    <>
      <CartButton onOpen={() => void load()} Notice={UnpaidOrderNotice} onOrder={order} />
      {wanted && (
        <Suspense fallback={<CheckoutLoading open={ordering} />}>
          <CheckoutDialog open={ordering} onOpenChange={setOrdering} />
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

/** Warns that the cart may already be ordered and unpaid, to prevent a second order. */
function UnpaidOrderNotice({ lines }: { lines: CartItem[] }) {
  const { data: orders = [] } = useQuery({ ...ordersQuery, enabled: lines.length > 0, staleTime: 10_000 })
  const id = orders.find(({ status }) => status === 'PENDING')?.id
  const { data: order } = useQuery({ ...orderQuery(id ?? ''), enabled: id !== undefined })
  if (!order || id !== order.id || !isUnpaidOrderOfCart(lines, order)) return null
  return (
    <Notice tone="waiting" title={`Bestelling ${order.number} wacht nog op betaling`} className="mb-4">
      <p>Wat daarin zit, houden we voor je vast. Het ligt ook nog in je winkelwagen.</p>
      <PayAgainButton order={order} size="sm" className="mt-3" />
    </Notice>
  )
}
