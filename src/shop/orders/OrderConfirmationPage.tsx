import { useSuspenseQuery } from '@tanstack/react-query'
import { Download, Printer } from 'lucide-react'
import { useParams } from 'react-router'
import { useShop } from '../../ui/boot.ts'
import { formatDateTime } from '../../ui/format.ts'
import { BackLink } from '../../ui/components/BackLink.tsx'
import { Button } from '../../ui/components/Button.tsx'
import { PageTitle } from '../../ui/components/PageTitle.tsx'
import type { Order } from './contract.ts'
import { orderQuery } from './hooks.ts'
import { OrderDetails } from './OrderDetails.tsx'
import { OrderLines } from './OrderLines.tsx'
import { OrderStatusBadge } from './OrderStatusBadge.tsx'
import { PayAgainButton } from './PayAgainButton.tsx'
import { receiptFileName, receiptText } from './receipt.rules.ts'
import { orderStatusLabels } from './status.rules.ts'

export function OrderConfirmationPage() {
  const { orderId = '' } = useParams()
  const { data: order } = useSuspenseQuery(orderQuery(orderId))
  const { name } = useShop()
  return (
    <div className="measure py-8 md:py-12 print:p-0">
      <PageTitle>{`Bestelling ${order.number}`}</PageTitle>
      <p className="display hidden pb-6 text-heading print:block">{name}</p>
      <BackLink to="/orders">Mijn Bestellingen</BackLink>
      <Header order={order} />
      <div className="grid items-start gap-6 lg:grid-cols-[3fr_2fr] print:grid-cols-1">
        <OrderLines order={order} />
        <OrderDetails order={order} />
      </div>
    </div>
  )
}

function Header({ order }: { order: Order }) {
  const { number, status, createdAt } = order
  return (
    <header className="mt-2 mb-8 flex flex-wrap items-end justify-between gap-x-8 gap-y-6">
      <div className="grid gap-3">
        <h1 className="display figures text-title">Bestelling {number}</h1>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-soft">
          <OrderStatusBadge status={status} />
          Geplaatst op {formatDateTime(createdAt)}
        </p>
        <p className="text-lead">{orderStatusLabels[status].meaning}</p>
      </div>
      <div className="flex flex-wrap gap-3 print:hidden">
        <PayAgainButton order={order} />
        <ReceiptButtons order={order} />
      </div>
    </header>
  )
}

/** Prints the receipt, or saves it as a text file. */
function ReceiptButtons({ order }: { order: Order }) {
  const { name: shopName, pricesIncludeVat } = useShop()
  const download = () => {
    const placedAt = formatDateTime(order.createdAt)
    saveText(receiptFileName(order), receiptText(order, { shopName, placedAt, pricesIncludeVat }))
  }
  return (
    <>
      <Button variant="secondary" onClick={() => window.print()}>
        <Printer aria-hidden />
        Printen
      </Button>
      <Button variant="secondary" onClick={download}>
        <Download aria-hidden />
        Downloaden
      </Button>
    </>
  )
}

/** Downloads a file that is made in the browser. */
function saveText(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }))
  Object.assign(document.createElement('a'), { href: url, download: name }).click()
  URL.revokeObjectURL(url)
}
