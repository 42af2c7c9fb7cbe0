import { useQuery } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { FileDown } from 'lucide-react'
import { AdminPeppolState } from '../../../money/invoices/admin/AdminPeppolState.tsx'
import { lookAgainAfter } from '../../../money/invoices/admin/peppol.hooks.ts'
import { invoiceKindLabels } from '../../../money/invoices/rules.ts'
import { paymentMethodLabels } from '../../../money/payments/labels.rules.ts'
import { GIFT_CARD_PROVIDER, STORE_CREDIT_PROVIDER } from '../../../money/payments/contract.ts'
import { isFreeLine } from '../refunds/rules.ts'
import { refundableCents } from '../../../money/payments/refundable.rules.ts'
import { paymentStatusLabels, refundStateLabels } from '../../../money/payments/admin/labels.rules.ts'
import { formatDateTime } from '../../../ui/format.ts'
import { Badge } from '../../../ui/components/Badge.tsx'
import { Card } from '../../../ui/components/Card.tsx'
import { Notice } from '../../../ui/components/Notice.tsx'
import { formatCents } from '../../../wire/money.ts'
import { AdminRefundButton } from './AdminRefundButton.tsx'
import type { AdminOrder } from './contract.ts'
import { adminOrderQuery } from './hooks.ts'
import { UnbrokenNumbers } from '../../../ui/components/UnbrokenNumbers.tsx'

/** Whether money can go back, or a free line of a paid order. */
const canTakeBack = (order: AdminOrder): boolean =>
  refundableCents(order) > 0 ||
  (order.payments.some(({ status }) => status === 'PAID') &&
    order.items.some(line => isFreeLine(line) && line.refundedQuantity < line.quantity))

/** Payments, refunds and invoices of an order. */
interface AdminOrderPaymentsProps {
  order: AdminOrder
  VatCorrection: ComponentType<{ order: AdminOrder }>
}

export function AdminOrderPayments({ order, VatCorrection }: AdminOrderPaymentsProps) {
  const { payments, refunds, chargebacks, invoices } = order
  return (
    <Card className="grid gap-4 p-5">
      <div className="flex flex-wrap items-center gap-3">
        <h2 className="grow text-subheading font-medium">Betaling</h2>
        {canTakeBack(order) && <AdminRefundButton order={order} />}
      </div>
      {payments.length === 0 && <p className="text-ink-soft">Er hoefde niets betaald te worden.</p>}
      <ul className="figures grid divide-y divide-line text-small">
        {payments.map(({ id, status, amountCents, provider, method, feeCents, createdAt, problem }) => (
          <Row
            key={id}
            name={paymentNames[provider] ?? 'Betaling'}
            at={createdAt}
            cents={amountCents}
            badge={<Badge tone={paymentStatusLabels[status].tone}>{paymentStatusLabels[status].name}</Badge>}
          >
            {feeCents !== null && (
              <span className="text-ink-faint">
                {paymentMethodLabels[method ?? 'CARD']}, kosten {formatCents(feeCents)}
              </span>
            )}
            {problem && (
              <Notice tone="error" title="Er klopt iets niet" className="mt-2">
                {problem}
              </Notice>
            )}
          </Row>
        ))}
        {refunds.map(({ id, state, amountCents, reason, failure, destination, createdAt }) => (
          <Row
            key={id}
            name={refundName({ reason, destination })}
            at={createdAt}
            cents={-amountCents}
            badge={<Badge tone={refundStateLabels[state].tone}>{refundStateLabels[state].name}</Badge>}
          >
            {failure && <p className="text-danger">{failure}</p>}
          </Row>
        ))}
        {chargebacks.map(({ id, amountCents, createdAt }) => (
          <Row key={id} name="Door de bank teruggehaald" at={createdAt} cents={-amountCents} />
        ))}
      </ul>
      <InvoiceLinks orderId={order.id} invoices={invoices} />
      <VatCorrection order={order} />
    </Card>
  )
}

const paymentNames: Partial<Record<string, string>> = {
  manual: 'Met de hand betaald',
  [GIFT_CARD_PROVIDER]: 'Cadeaubon',
  [STORE_CREDIT_PROVIDER]: 'Tegoed',
}

const refundName = ({
  reason,
  destination,
}: Pick<AdminOrder['refunds'][number], 'reason' | 'destination'>): string => {
  const way = destination === 'CREDIT' ? 'Terug als tegoed' : 'Terug'
  if (reason) return `${way}: ${reason}`
  return destination === 'CREDIT' ? way : 'Terugbetaling'
}

interface RowProps {
  name: string
  at: string
  cents: number
  badge?: React.ReactNode
  children?: React.ReactNode
}

const Row = ({ name, at, cents, badge, children }: RowProps) => (
  <li className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 py-3">
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium wrap-anywhere">
      {name}
      {badge}
    </span>
    <span className="font-medium">{formatCents(cents)}</span>
    <time dateTime={at} className="text-ink-faint">
      {formatDateTime(at)}
    </time>
    {children && <div className="col-span-2">{children}</div>}
  </li>
)

function InvoiceLinks({ orderId, invoices }: { orderId: string; invoices: AdminOrder['invoices'] }) {
  const { queryKey } = adminOrderQuery(orderId)
  const lookAgain = lookAgainAfter(invoices.map(({ peppol }) => peppol))
  useQuery({ ...adminOrderQuery(orderId), enabled: lookAgain !== false, refetchInterval: lookAgain })
  if (invoices.length === 0) return null
  return (
    <ul aria-label="Facturen" className="figures flex flex-wrap gap-x-8 gap-y-3 border-t border-line pt-3">
      {invoices.map(({ id, kind, number, url, peppol }) => (
        <li key={id} className={peppol ? 'basis-full' : undefined}>
          <a
            href={url}
            download
            className="inline-flex min-h-11 items-center gap-2 text-small font-medium text-accent-text underline decoration-1 underline-offset-4 hover:decoration-2"
          >
            <FileDown className="size-4.5" strokeWidth={1.75} aria-hidden />
            <UnbrokenNumbers>{`${invoiceKindLabels[kind]} ${number}`}</UnbrokenNumbers>
          </a>
          {peppol && <AdminPeppolState document={peppol} number={number} shownBy={queryKey} />}
        </li>
      ))}
    </ul>
  )
}
