import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link, useLocation, useNavigate, useNavigation, useSearchParams } from 'react-router'
import type { z } from 'zod'
import type { readGiftPurchase } from '../../live/gifts/contract.ts'
import { giftPurchaseQuery } from '../../live/gifts/hooks.ts'
import type { readMinutePurchase } from '../../money/minutes/contract.ts'
import { minutePurchaseQuery } from '../../money/minutes/purchase.hooks.ts'
import type { Order } from '../../shop/orders/contract.ts'
import { orderQuery } from '../../shop/orders/hooks.ts'
import { Notice } from '../../ui/components/Notice.tsx'
import {
  isUnderWay,
  orderState,
  paymentMessage,
  purchaseState,
  type PaymentOutcome,
  type PaymentResult,
  type Purchase,
  parsePaymentResult,
} from './paymentResult.ts'
import { rememberUnpaidOrder, setReturnedOrder } from './unpaidOrder.ts'
import { UnbrokenNumbers } from '../../ui/components/UnbrokenNumbers.tsx'

type Output<Endpoint extends { output: z.ZodType }> = z.output<Endpoint['output']>

interface PaymentBannerProps {
  /** Milliseconds for which it is shown. */
  durationMsOf: (outcome: PaymentOutcome) => number
}

/** Shows the result of a payment once: the URL is cleared at once, and the banner hides after a while. */
export function PaymentBanner({ durationMsOf: shownForMs }: PaymentBannerProps) {
  const [search] = useSearchParams()
  const [result, setResult] = useState(() => parsePaymentResult(search))
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const isLeaving = useNavigation().state !== 'idle'

  useEffect(() => {
    const arrived = parsePaymentResult(search)
    // Clearing the address would call a visitor back who pressed a link before the page had its code.
    if (!arrived || isLeaving) return
    setResult(arrived)
    if (arrived.orderId !== null) setReturnedOrder(arrived.orderId)
    void navigate(pathname, { replace: true, preventScrollReset: true })
  }, [search, pathname, navigate, isLeaving])

  useEffect(() => {
    if (!result) return
    const timer = setTimeout(() => setResult(null), shownForMs(result.outcome))
    return () => clearTimeout(timer)
  }, [result, shownForMs])

  if (!result) return null
  return <PaymentResultNotice result={result} onClose={() => setResult(null)} />
}

function PaymentResultNotice({ result, onClose }: { result: PaymentResult; onClose: () => void }) {
  const { outcome } = result
  const { purchase, order, isSought } = usePurchase(result)
  // The tracker in the layout counts it as soon as it is paid: at once, or when a bank is slow.
  const orderToCount = isUnderWay(outcome) ? order?.id : undefined
  useEffect(() => {
    if (orderToCount !== undefined) rememberUnpaidOrder(orderToCount)
  }, [orderToCount])
  // Whether the buyer broke off the payment is not known yet.
  if (outcome === 'failed' && isSought) return null
  const message = paymentMessage(outcome, purchase)
  if (!message) return null
  const isBrokenOff = outcome === 'failed' && purchase?.isPaymentBrokenOff === true
  return (
    <Notice tone={message.tone} title={message.title} onClose={onClose}>
      {order && (
        <span className="figures font-semibold">
          <UnbrokenNumbers>{`Bestelnummer ${order.number}. `}</UnbrokenNumbers>
        </span>
      )}
      {message.text}
      {order && (
        <MessageLink to={`/order-confirmation/${order.id}${isBrokenOff ? '?pay=again' : ''}`}>
          {isBrokenOff ? 'Opnieuw betalen' : 'Bekijk je bestelling'}
        </MessageLink>
      )}
      {purchase?.kind === 'GIFT' && (
        <MessageLink to="/gifts">{isBrokenOff ? 'Bekijk de wensen' : 'Bekijk de andere wensen'}</MessageLink>
      )}
    </Notice>
  )
}

const MessageLink = ({ to, children }: { to: string; children: string }) => (
  <Link
    to={to}
    className="mt-1 block w-fit py-1 font-medium text-ink underline underline-offset-4 hover:decoration-2"
  >
    {children}
  </Link>
)

/** The visitor's own purchase of a result. An id without an order may be that of a gift or of minutes. */
function usePurchase({ outcome, orderId }: PaymentResult): {
  purchase: Purchase | null
  order: Order | undefined
  isSought: boolean
} {
  const order = useQuery({ ...orderQuery(orderId ?? ''), enabled: orderId !== null })
  const isOther = order.isError && (outcome === 'success' || outcome === 'failed')
  const gift = useQuery({ ...giftPurchaseQuery(orderId ?? ''), enabled: isOther })
  const minutes = useQuery({ ...minutePurchaseQuery(orderId ?? ''), enabled: isOther })
  const purchase = purchaseOf(order.data, gift.data, minutes.data)
  const isSought = orderId !== null && purchase === null && !(gift.isError && minutes.isError)
  return { purchase, order: order.data, isSought }
}

function purchaseOf(
  order: Order | undefined,
  gift: Output<typeof readGiftPurchase> | undefined,
  minutes: Output<typeof readMinutePurchase> | undefined,
): Purchase | null {
  if (order) return { kind: 'ORDER', state: orderState(order), isPaymentBrokenOff: order.isPaymentBrokenOff }
  if (gift) return { ...gift, kind: 'GIFT', state: purchaseState(gift.status) }
  return minutes ? { ...minutes, kind: 'MINUTES', state: purchaseState(minutes.status) } : null
}
