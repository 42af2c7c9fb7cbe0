import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router'
import { giftPurchaseQuery } from '../../live/gifts/hooks.ts'
import { minutePurchaseQuery } from '../../money/minutes/hooks.ts'
import type { Order } from '../../shop/orders/contract.ts'
import { orderQuery } from '../../shop/orders/hooks.ts'
import { Notice } from '../../ui/components/Notice.tsx'
import {
  isUnderWay,
  paymentMessage,
  type PaymentOutcome,
  type PaymentResult,
  type Purchase,
  parsePaymentResult,
} from './paymentResult.ts'
import { rememberUnpaidOrder, setReturnedOrder } from './unpaidOrder.ts'
import { UnbrokenNumbers } from '../../ui/components/UnbrokenNumbers.tsx'

type GiftPurchaseSummary = { ownerName: string; giftName: string; isAnonymous: boolean }

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

  useEffect(() => {
    const arrived = parsePaymentResult(search)
    if (!arrived) return
    setResult(arrived)
    if (arrived.orderId !== null) setReturnedOrder(arrived.orderId)
    void navigate(pathname, { replace: true, preventScrollReset: true })
  }, [search, pathname, navigate])

  useEffect(() => {
    if (!result) return
    const timer = setTimeout(() => setResult(null), shownForMs(result.outcome))
    return () => clearTimeout(timer)
  }, [result, shownForMs])

  if (!result) return null
  return <PaymentResultNotice result={result} onClose={() => setResult(null)} />
}

function PaymentResultNotice({ result, onClose }: { result: PaymentResult; onClose: () => void }) {
  const order = useQuery({ ...orderQuery(result.orderId ?? ''), enabled: result.orderId !== null })
  // The tracker in the layout counts it as soon as it is paid: at once, or when a bank is slow.
  const orderToCount = isUnderWay(result.outcome) ? order.data?.id : undefined
  useEffect(() => {
    if (orderToCount !== undefined) rememberUnpaidOrder(orderToCount)
  }, [orderToCount])
  // An id without an order may be that of a gift or of minutes. Of one that is not the visitor's, nothing is said.
  const isOther = order.isError && result.outcome === 'success'
  const giving = useQuery({ ...giftPurchaseQuery(result.orderId ?? ''), enabled: isOther })
  const minutes = useQuery({ ...minutePurchaseQuery(result.orderId ?? ''), enabled: isOther })
  if (giving.data) return <GiftThanks giving={giving.data} onClose={onClose} />
  const isOwn = order.data !== undefined || minutes.data !== undefined
  if (result.outcome === 'success' && result.orderId !== null && !isOwn) return null
  const { tone, title, text } = paymentMessage(result.outcome, purchaseOf(order.data, minutes.data))
  const isBrokenOff = result.outcome === 'failed' && order.data?.isPaymentBrokenOff === true
  return (
    <Notice tone={tone} title={title} onClose={onClose}>
      {order.data && (
        <span className="figures font-semibold">
          <UnbrokenNumbers>{`Bestelnummer ${order.data.number}. `}</UnbrokenNumbers>
        </span>
      )}
      {text}
      {order.data && (
        <Link
          to={`/order-confirmation/${order.data.id}${isBrokenOff ? '?pay=again' : ''}`}
          className="mt-1 block w-fit py-1 font-medium text-ink underline underline-offset-4 hover:decoration-2"
        >
          {isBrokenOff ? 'Opnieuw betalen' : 'Bekijk je bestelling'}
        </Link>
      )}
    </Notice>
  )
}

const purchaseOf = (order: Order | undefined, minutes: { minutes: number } | undefined): Purchase => {
  if (order) return { kind: 'ORDER', isPaymentBrokenOff: order.isPaymentBrokenOff }
  return minutes ? { kind: 'MINUTES', minutes: minutes.minutes } : null
}

const GiftThanks = ({ giving, onClose }: { giving: GiftPurchaseSummary; onClose: () => void }) => (
  <Notice tone="success" title="Bedankt voor je cadeau" onClose={onClose}>
    {giving.ownerName} krijgt er meteen bericht van{giving.isAnonymous ? ', zonder je naam' : ''}:{' '}
    {giving.giftName}.
    <Link
      to="/gifts"
      className="mt-1 block w-fit py-1 font-medium text-ink underline underline-offset-4 hover:decoration-2"
    >
      Bekijk de andere wensen
    </Link>
  </Notice>
)
