import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { formatMoment } from '../web/format.ts'
import { pagesOf } from '../web/paging.ts'
import { Badge, type Tone } from '../web/ui/Badge.tsx'
import { Button } from '../web/ui/Button.tsx'
import { type Column, DataTable } from '../web/ui/DataTable.tsx'
import { Dialog, DialogContent } from '../web/ui/Dialog.tsx'
import { Select } from '../web/ui/Field.tsx'
import { Pagination } from '../web/ui/Pagination.tsx'
import { Skeleton } from '../web/ui/Skeleton.tsx'
import { formatCents } from '../wire/money.ts'
import type { AdminGift, AdminGiving } from './admin.contract.ts'
import { givingLooks, givingsQuery, type Look, useRefundGiving } from './admin.hooks.ts'
import { GivingStatus } from './contract.ts'

const states: Record<GivingStatus, { name: string; tone: Tone }> = {
  PENDING: { name: 'Wacht op betaling', tone: 'yellow' },
  PAID: { name: 'Gegeven', tone: 'green' },
  CANCELLED: { name: 'Niet doorgegaan', tone: 'neutral' },
  REFUNDED: { name: 'Terugbetaald', tone: 'blue' },
}

/** What was given, by whom and to whom, and what became of each payment. */
export function AdminGivings({ look, gifts }: { look: Look; gifts: AdminGift[] }) {
  const { data, isPlaceholderData } = useQuery({ ...givingsQuery(look), placeholderData: before => before })
  const [refunded, refund] = useState<AdminGiving | null>(null)
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
          last={pagesOf(data.total, data.pageSize)}
          to={page => givingLooks.address(look, { page })}
        />
      )}
      {refunded && <RefundDialog giving={refunded} onClose={() => refund(null)} />}
    </section>
  )
}

function Filters({ look, gifts }: { look: Look; gifts: AdminGift[] }) {
  const navigate = useNavigate()
  const go = (change: Partial<Look>) =>
    void navigate(givingLooks.address(look, change), { preventScrollReset: true })
  const classes = 'h-11 w-auto min-w-0 max-md:grow md:text-small'
  return (
    <div className="flex flex-wrap gap-3">
      <Select
        aria-label="Status"
        value={look.status ?? ''}
        className={classes}
        onChange={event => go({ status: GivingStatus.optional().catch(undefined).parse(event.target.value) })}
      >
        <option value="">Elke status</option>
        {GivingStatus.options.map(status => (
          <option key={status} value={status}>
            {states[status].name}
          </option>
        ))}
      </Select>
      <Select
        aria-label="Wens"
        value={look.giftId ?? ''}
        className={classes}
        onChange={event => go({ giftId: event.target.value || undefined })}
      >
        <option value="">Alle wensen</option>
        {gifts.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
    </div>
  )
}

const columnsOf = (onRefund: (giving: AdminGiving) => void): Column<AdminGiving>[] => [
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
          {giving.email}
        </Link>
        <span className="text-ink-soft">
          {giving.isAnonymous ? 'Anoniem' : giving.buyerName && `als ${giving.buyerName}`}
        </span>
      </span>
    ),
  },
  { name: 'Bedrag', align: 'end', cell: giving => formatCents(giving.amount) },
  { name: 'Wanneer', cell: giving => formatMoment(giving.paidAt ?? giving.createdAt) },
  {
    name: 'Status',
    cell: giving => <Badge tone={states[giving.status].tone}>{states[giving.status].name}</Badge>,
  },
  {
    name: 'Acties',
    align: 'end',
    phone: 'unnamed',
    cell: giving =>
      giving.status === 'PAID' && (
        <Button variant="quiet" size="sm" onClick={() => onRefund(giving)}>
          Terugbetalen<span className="sr-only">: {giving.giftName}</span>
        </Button>
      ),
  },
]

/** Asks before money goes back. */
function RefundDialog({ giving, onClose }: { giving: AdminGiving; onClose: () => void }) {
  const refund = useRefundGiving()
  return (
    <Dialog open onOpenChange={isOpen => !isOpen && onClose()}>
      <DialogContent
        title="Cadeau terugbetalen"
        description={giving.giftName}
        footer={
          <div className="grid grid-cols-2 gap-3">
            <Button variant="secondary" onClick={onClose}>
              Annuleren
            </Button>
            <Button
              variant="danger"
              busy={refund.isPending}
              onClick={() => refund.mutate(giving, { onSuccess: onClose })}
            >
              Terugbetalen
            </Button>
          </div>
        }
      >
        <p>
          {formatCents(giving.amount)} gaat terug naar {giving.email}, met een creditnota per mail. Een wens
          die één keer te geven is, kan daarna weer gegeven worden.
        </p>
      </DialogContent>
    </Dialog>
  )
}
