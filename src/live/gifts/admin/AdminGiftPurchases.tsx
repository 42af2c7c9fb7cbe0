import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { formatDateTime } from '../../../ui/format.ts'
import { pageCount } from '../../../ui/lists/pagination.ts'
import { Badge, type BadgeTone } from '../../../ui/components/Badge.tsx'
import { Button } from '../../../ui/components/Button.tsx'
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx'
import { type TableColumn, DataTable } from '../../../ui/lists/DataTable.tsx'
import { EmailAddress } from '../../../ui/components/EmailAddress.tsx'
import { FilterSelect } from '../../../ui/lists/FilterSelect.tsx'
import { Pagination } from '../../../ui/lists/Pagination.tsx'
import { Skeleton } from '../../../ui/components/Skeleton.tsx'
import { formatCents } from '../../../wire/money.ts'
import type { AdminGift, AdminGiftPurchase } from './contract.ts'
import {
  giftPurchaseListAddress,
  giftPurchasesQuery,
  type GiftPurchaseListQuery,
  useRefundGiftPurchase,
} from './hooks.ts'
import { GiftPurchaseStatus } from '../contract.ts'

const states: Record<GiftPurchaseStatus, { name: string; tone: BadgeTone }> = {
  PENDING: { name: 'Wacht op betaling', tone: 'yellow' },
  PAID: { name: 'Gegeven', tone: 'green' },
  CANCELLED: { name: 'Niet doorgegaan', tone: 'neutral' },
  REFUNDED: { name: 'Terugbetaald', tone: 'blue' },
}

/** All gift purchases with buyer, creator and payment status. */
export function AdminGiftPurchases({ look, gifts }: { look: GiftPurchaseListQuery; gifts: AdminGift[] }) {
  const { data, isPlaceholderData } = useQuery({
    ...giftPurchasesQuery(look),
    placeholderData: before => before,
  })
  const [refunded, refund] = useState<AdminGiftPurchase | null>(null)
  return (
    <section aria-labelledby="givings" className="grid gap-4">
      <h2 id="givings" className="display text-subheading">
        Gegeven cadeaus
      </h2>
      <Filters look={look} gifts={gifts} />
      {!data && <Skeleton className="h-64" />}
      {data?.items.length === 0 && <p className="text-ink-soft">Hier is niets gevonden.</p>}
      {data && data.items.length > 0 && (
        <DataTable
          caption="Gegeven cadeaus, de nieuwste eerst"
          columns={columnsOf(refund)}
          rows={data.items}
          keyOf={({ id }) => id}
          isStale={isPlaceholderData}
        />
      )}
      {data && (
        <Pagination
          current={look.page}
          last={pageCount(data.total, data.pageSize)}
          to={page => giftPurchaseListAddress.href(look, { page })}
        />
      )}
      {refunded && <RefundDialog giving={refunded} onClose={() => refund(null)} />}
    </section>
  )
}

const Filters = ({ look, gifts }: { look: GiftPurchaseListQuery; gifts: AdminGift[] }) => (
  <div className="flex flex-wrap gap-3">
    <FilterSelect
      label="Status"
      value={look.status}
      all="Elke status"
      options={GiftPurchaseStatus.options.map(value => ({ value, name: states[value].name }))}
      to={status => giftPurchaseListAddress.href(look, { status })}
    />
    <FilterSelect
      label="Wens"
      value={look.giftId}
      all="Alle wensen"
      options={gifts.map(({ id, name }) => ({ value: id, name }))}
      to={giftId => giftPurchaseListAddress.href(look, { giftId })}
    />
  </div>
)

const columnsOf = (onRefund: (giving: AdminGiftPurchase) => void): TableColumn<AdminGiftPurchase>[] => [
  { name: 'Cadeau', cell: giving => giving.giftName },
  { name: 'Voor', cell: giving => giving.ownerName },
  {
    name: 'Van',
    cell: giving => (
      <span className="grid gap-0.5">
        <Link
          to={`/admin/users/${giving.buyerId}`}
          className="wrap-anywhere underline underline-offset-4 hover:decoration-2"
        >
          <EmailAddress>{giving.email}</EmailAddress>
        </Link>
        <span className="text-ink-soft">
          {giving.isAnonymous ? 'Anoniem' : giving.buyerName && `als ${giving.buyerName}`}
        </span>
      </span>
    ),
  },
  { name: 'Bedrag', align: 'end', cell: giving => formatCents(giving.amount) },
  { name: 'Wanneer', cell: giving => formatDateTime(giving.paidAt ?? giving.createdAt) },
  {
    name: 'Status',
    cell: giving => <Badge tone={states[giving.status].tone}>{states[giving.status].name}</Badge>,
  },
  {
    name: 'Acties',
    align: 'end',
    phone: 'unnamed',
    className: 'max-md:justify-end',
    cell: giving =>
      giving.status === 'PAID' && (
        <Button variant="quiet" size="sm" onClick={() => onRefund(giving)}>
          Terugbetalen<span className="sr-only">: {giving.giftName}</span>
        </Button>
      ),
  },
]

/** Asks for confirmation before a refund. */
function RefundDialog({ giving, onClose }: { giving: AdminGiftPurchase; onClose: () => void }) {
  const refund = useRefundGiftPurchase()
  return (
    <ConfirmDialog
      title="Cadeau terugbetalen"
      description={giving.giftName}
      confirm="Terugbetalen"
      busy={refund.isPending}
      onConfirm={() => refund.mutate(giving, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>
        {formatCents(giving.amount)} gaat terug naar {giving.email}, met een creditnota per mail. Een wens die
        één keer te geven is, kan daarna weer gegeven worden.
      </p>
    </ConfirmDialog>
  )
}
