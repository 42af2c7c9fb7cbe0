import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link, useMatch } from 'react-router'
import { ordersQuery } from '../../shop/orders/hooks.ts'
import { canPay } from '../../shop/orders/status.rules.ts'
import { Notice } from '../../ui/components/Notice.tsx'
import { usePageHandle } from '../../ui/page/pageRoute.ts'
import { useReturnedOrder } from './unpaidOrder.ts'

/** How old an order may be: who left one for longer is not reminded on every page. */
const MAX_AGE_MS = 24 * 60 * 60_000

/** It says itself how its order is paid. */
const ORDER_PAGE = '/order-confirmation/:orderId'

/** Says on the pages of the shop that an order waits for its payment, to a buyer who came back from the payment page without having paid. */
export function UnpaidOrderBanner() {
  const handle = usePageHandle()
  const [now, setNow] = useState<number | null>(null)
  const [closedId, setClosedId] = useState<string | null>(null)
  // After the page: the server does not wait for it.
  useEffect(() => setNow(Date.now()), [])
  const isAtOrder = useMatch(ORDER_PAGE) !== null
  const isShop = handle?.access === 'storefront' && !isAtOrder
  const { data: orders = [] } = useQuery({ ...ordersQuery, enabled: isShop && now !== null })
  const unpaid = orders.find(order => {
    const age = (now ?? 0) - Date.parse(order.createdAt)
    return canPay(order) && age < MAX_AGE_MS
  })
  const justReturned = useReturnedOrder()
  if (!isShop || !unpaid || unpaid.id === closedId || unpaid.id === justReturned) return null
  return (
    <div className="measure pt-6 print:hidden">
      <Notice tone="waiting" title="Je bestelling wacht op betaling" onClose={() => setClosedId(unpaid.id)}>
        We ontvingen nog geen betaling voor bestelling{' '}
        <span className="figures whitespace-nowrap">{unpaid.number}</span>. Betaalde je net, dan duurt dat
        soms even.
        <Link
          to={`/order-confirmation/${unpaid.id}`}
          className="mt-1 block w-fit py-1 font-medium text-ink underline underline-offset-4 hover:decoration-2"
        >
          Bekijk en betaal
        </Link>
      </Notice>
    </div>
  )
}
