import type { CartItem } from '../cart/contract.ts'
import { PayAgainButton } from '../orders/PayAgainButton.tsx'
import { Notice } from '../../ui/components/Notice.tsx'
import { useUnpaidOrder } from './hooks.ts'

/** Warns that the cart may already be ordered and unpaid, to prevent a second order. */
export function UnpaidOrderNotice({ lines }: { lines: CartItem[] }) {
  const order = useUnpaidOrder(lines)
  if (!order) return null
  return (
    <Notice tone="waiting" title={`Bestelling ${order.number} wacht nog op betaling`} className="mb-4">
      <p>Wat daarin zit, houden we voor je vast. Het ligt ook nog in je winkelwagen.</p>
      <PayAgainButton order={order} size="sm" className="mt-3" />
    </Notice>
  )
}
