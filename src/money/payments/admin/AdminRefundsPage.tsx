import { useSuspenseQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { formatDateTime, plural } from '../../../ui/format.ts'
import { AdminPageHeader } from '../../../ui/lists/AdminPageHeader.tsx'
import { Badge } from '../../../ui/components/Badge.tsx'
import { Button } from '../../../ui/components/Button.tsx'
import { type TableColumn, DataTable } from '../../../ui/lists/DataTable.tsx'
import { Dialog, DialogContent } from '../../../ui/dialogs/Dialog.tsx'
import { DialogButtons } from '../../../ui/dialogs/DialogButtons.tsx'
import { EmptyState } from '../../../ui/components/EmptyState.tsx'
import { formatCents } from '../../../wire/money.ts'
import { openRefundsQuery, useResolveRefund } from './hooks.ts'
import type { RefundCase } from '../contract.ts'
import { refundStateLabels, refundSubjectLabel } from './labels.rules.ts'
import { UnbrokenNumbers } from '../../../ui/components/UnbrokenNumbers.tsx'

/** `/admin/refunds`: refunds that are still open, and an admin's options for each. */
export function AdminRefundsPage() {
  const { data: refunds } = useSuspenseQuery(openRefundsQuery)
  const owed = refunds.reduce((sum, { amountCents }) => sum + amountCents, 0)
  const count = `${plural(refunds.length, 'terugbetaling', 'terugbetalingen')}, ${formatCents(owed)}`
  return (
    <>
      <AdminPageHeader title="Terugbetalingen" aside={refunds.length > 0 && count}>
        Geld dat nog niet terug is. Wat alleen wacht, gaat vanzelf; wat mislukt is, of niet via een provider
        betaald werd, wacht op jou.
      </AdminPageHeader>
      {refunds.length === 0 ? (
        <EmptyState icon={CircleCheck} title="Alles is terugbetaald">
          Er staat geen geld meer open.
        </EmptyState>
      ) : (
        <DataTable
          caption="Terugbetalingen die openstaan, de oudste eerst"
          columns={columns}
          rows={refunds}
          keyOf={({ id }) => id}
        />
      )}
    </>
  )
}

const columns: TableColumn<RefundCase>[] = [
  {
    name: 'Waarvoor',
    cell: refund => (
      <span className="grid gap-0.5">
        {refund.kind !== 'ORDER' ? (
          refundSubjectLabel(refund)
        ) : (
          <Link
            to={`/admin/orders/${refund.subjectId}`}
            className="inline-flex min-h-9 items-center underline decoration-line-strong underline-offset-4 hover:decoration-2"
          >
            <UnbrokenNumbers>{refundSubjectLabel(refund)}</UnbrokenNumbers>
          </Link>
        )}
        {refund.reason && <span className="font-normal wrap-anywhere text-ink-faint">{refund.reason}</span>}
      </span>
    ),
  },
  { name: 'Bedrag', align: 'end', cell: ({ amountCents }) => formatCents(amountCents) },
  {
    name: 'Staat',
    cell: ({ state, failure }) => (
      <span className="grid justify-items-start gap-1 max-md:justify-items-end">
        <Badge tone={refundStateLabels[state].tone}>{refundStateLabels[state].name}</Badge>
        {failure && <span className="max-w-sm wrap-anywhere text-ink-soft">{failure}</span>}
      </span>
    ),
  },
  {
    name: 'Sinds',
    cell: ({ createdAt, mendings }) => (
      <span className="grid gap-0.5">
        <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>
        {mendings.length > 0 && (
          <span className="text-ink-faint">{mendings.length} keer opnieuw gestuurd</span>
        )}
      </span>
    ),
  },
  { name: 'Doen', align: 'end', phone: 'unnamed', cell: refund => <RefundActions refund={refund} /> },
]

function RefundActions({ refund }: { refund: RefundCase }) {
  const mend = useResolveRefund()
  const [isAsking, setIsAsking] = useState(false)
  const canSend = refund.canBeSent && (refund.state === 'QUEUED' || refund.state === 'FAILED')
  const which = <span className="sr-only">: {refundSubjectLabel(refund)}</span>
  return (
    <div className="flex flex-wrap gap-2 max-md:pt-2 md:justify-end">
      {canSend && (
        <Button
          variant="secondary"
          size="sm"
          className="max-md:h-11"
          busy={mend.isPending}
          onClick={() => mend.mutate({ refundId: refund.id, how: 'SEND_AGAIN' })}
        >
          Opnieuw sturen
          {which}
        </Button>
      )}
      <Button variant="secondary" size="sm" className="max-md:h-11" onClick={() => setIsAsking(true)}>
        Met de hand terugbetaald
        {which}
      </Button>
      {isAsking && <ManualRefundDialog refund={refund} onClose={() => setIsAsking(false)} />}
    </div>
  )
}

/** Asks before a refund is recorded as paid by hand: it is not sent any more, and this can't be undone. */
function ManualRefundDialog({ refund, onClose }: { refund: RefundCase; onClose: () => void }) {
  const mend = useResolveRefund()
  const note = () => mend.mutate({ refundId: refund.id, how: 'BY_HAND' }, { onSettled: onClose })
  return (
    <Dialog open onOpenChange={open => !open && !mend.isPending && onClose()}>
      <DialogContent
        title="Met de hand terugbetaald"
        footer={
          <DialogButtons isBusy={mend.isPending} onCancel={onClose}>
            <Button busy={mend.isPending} onClick={note}>
              Ja, het is terugbetaald
            </Button>
          </DialogButtons>
        }
      >
        <p className="text-ink-soft">
          Noteer dit alleen als je {formatCents(refund.amountCents)} (
          <UnbrokenNumbers>{refundSubjectLabel(refund)}</UnbrokenNumbers>) zelf hebt overgemaakt. Daarna
          stuurt de winkel dit bedrag niet meer terug.
        </p>
      </DialogContent>
    </Dialog>
  )
}
