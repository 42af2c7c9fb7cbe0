import { useQuery } from '@tanstack/react-query'
import { Notice } from '../../ui/components/Notice.tsx'
import type { CartItem } from '../cart/contract.ts'
import { orderQuery, ordersQuery } from '../orders/hooks.ts'
import { canPay } from '../orders/status.rules.ts'
import { PayAgainButton } from '../orders/ui/PayAgainButton.tsx'
import { isUnpaidOrderOfCart } from './steps.rules.ts'
import { UnbrokenNumbers } from '../../ui/components/UnbrokenNumbers.tsx'

/** Warns that the cart may already be ordered and unpaid, to prevent a second order. */
export function UnpaidOrderNotice({ lines }: { lines: CartItem[] }) {
  const { data: orders = [] } = useQuery({ ...ordersQuery, enabled: lines.length > 0, staleTime: 10_000 })
  const id = orders.find(canPay)?.id
  const { data: order } = useQuery({ ...orderQuery(id ?? ''), enabled: id !== undefined })
  if (!order || id !== order.id || !isUnpaidOrderOfCart(lines, order)) return null
  return (
    <Notice
      tone="waiting"
      title={<UnbrokenNumbers>{`Bestelling ${order.number} wacht nog op betaling`}</UnbrokenNumbers>}
      className="mb-4"
    >
      <p>Wat daarin zit, houden we voor je vast. Het ligt ook nog in je winkelwagen.</p>
      <PayAgainButton order={order} size="sm" className="mt-3" />
    </Notice>
  )
}
