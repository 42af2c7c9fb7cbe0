import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router'
import { giftPurchaseQuery } from '../../live/gifts/hooks.ts'
import { orderQuery } from '../../shop/orders/hooks.ts'
import { Notice } from '../../ui/components/Notice.tsx'
import {
  isUnderWay,
  paymentMessage,
  type PaymentOutcome,
  type PaymentResult,
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
  // An id without an order may be a gift purchase; purchases of minutes are neither.
  const isGift = order.isError && result.outcome === 'success'
  const giving = useQuery({ ...giftPurchaseQuery(result.orderId ?? ''), enabled: isGift })
  if (giving.data) return <GiftThanks giving={giving.data} onClose={onClose} />
  const { tone, title, text } = paymentMessage(result.outcome, order.data !== undefined)
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
          to={`/order-confirmation/${order.data.id}`}
          className="mt-1 block w-fit py-1 font-medium text-ink underline underline-offset-4 hover:decoration-2"
        >
          Bekijk je bestelling
        </Link>
      )}
    </Notice>
  )
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
