import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { BellRing, Megaphone, Plus } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { AdminPageHeader } from '../../../ui/lists/AdminPageHeader.tsx'
import { Badge } from '../../../ui/components/Badge.tsx'
import { Button } from '../../../ui/components/Button.tsx'
import { Card } from '../../../ui/components/Card.tsx'
import { type TableColumn, DataTable } from '../../../ui/lists/DataTable.tsx'
import { EmptyState } from '../../../ui/components/EmptyState.tsx'
import { toast } from '../../../ui/dialogs/toast.ts'
import { formatDate, plural } from '../../../ui/format.ts'
import { identificationLines, remedyText } from '../rules.ts'
import { AdminRecallDialog } from './AdminRecallDialog.tsx'
import type { AdminRecall, RecallNotice } from './contract.ts'
import { adminRecallsQuery, recallNoticesQuery, useRemindBuyers } from './hooks.ts'

/** `/admin/recalls`: products that were called back, and which buyers have read it. */
export function AdminRecallsPage() {
  const { data: recalls } = useSuspenseQuery(adminRecallsQuery)
  const [isAdding, setAdding] = useState(false)
  const add = (
    <Button size="sm" onClick={() => setAdding(true)}>
      <Plus aria-hidden />
      Product terugroepen
    </Button>
  )
  return (
    <>
      <AdminPageHeader title="Terugroepacties" actions={recalls.length > 0 && add}>
        Wie een onveilig product kocht, krijgt een mail; iedereen kan het lezen op{' '}
        <Link to="/terugroepacties" className="underline underline-offset-4">
          de pagina met terugroepacties
        </Link>
        .
      </AdminPageHeader>
      {recalls.length === 0 ? (
        <EmptyState icon={Megaphone} title="Nog niets teruggeroepen" action={add}>
          Is een product onveilig, meld het dan ook in het Safety Business Gateway van de EU.
        </EmptyState>
      ) : (
        <ul className="grid gap-5">
          {recalls.map(recall => (
            <li key={recall.id}>
              <RecallCard recall={recall} />
            </li>
          ))}
        </ul>
      )}
      {isAdding && <AdminRecallDialog onClose={() => setAdding(false)} />}
    </>
  )
}

function RecallCard({ recall }: { recall: AdminRecall }) {
  const { id, productId, productName, startsOn, endsOn, publishedAt, buyers, readers } = recall
  const [isOpen, setOpen] = useState(false)
  return (
    <Card className="grid gap-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div>
          <h2 className="text-subheading font-semibold">
            <Link to={`/admin/products/${productId}`} className="underline-offset-4 hover:underline">
              {productName}
            </Link>
          </h2>
          <p className="text-small text-ink-soft">
            Verkocht van {formatDate(startsOn)} tot en met {formatDate(endsOn)}, gepubliceerd op{' '}
            {formatDate(publishedAt)}
          </p>
          <p className="text-small wrap-anywhere text-ink-soft">{identificationLines(recall).join(' · ')}</p>
        </div>
        <Badge tone={readers === buyers ? 'green' : 'yellow'}>
          {readers} van {plural(buyers, 'koper', 'kopers')} gelezen
        </Badge>
      </div>
      <p className="wrap-anywhere whitespace-pre-line text-ink-soft">{recall.hazard}</p>
      <p className="wrap-anywhere whitespace-pre-line text-ink-soft">{recall.action}</p>
      <p className="wrap-anywhere text-ink-soft">{remedyText(recall)}</p>
      <div className="flex flex-wrap gap-3">
        {readers < buyers && <RemindButton recallId={id} />}
        {buyers > 0 && (
          <Button variant="quiet" size="sm" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? 'Verberg de kopers' : 'Toon de kopers'}
          </Button>
        )}
      </div>
      {isOpen && <Notices recallId={id} />}
    </Card>
  )
}

function RemindButton({ recallId }: { recallId: string }) {
  const remind = useRemindBuyers()
  const say = ({ mailed }: { mailed: number }) =>
    toast({
      title:
        mailed === 0
          ? 'Iedereen is de laatste 24 uur al gemaild.'
          : `${plural(mailed, 'koper', 'kopers')} opnieuw gemaild`,
    })
  return (
    <Button
      variant="secondary"
      size="sm"
      busy={remind.isPending}
      onClick={() => remind.mutate({ recallId }, { onSuccess: say })}
    >
      <BellRing aria-hidden />
      Mail wie het niet gelezen heeft
    </Button>
  )
}

const columns: TableColumn<RecallNotice>[] = [
  { name: 'Koper', cell: ({ displayName }) => displayName },
  {
    name: 'Bestelling',
    cell: ({ orderId, orderNumber }) => (
      <Link to={`/admin/orders/${orderId}`} className="underline underline-offset-4">
        {orderNumber}
      </Link>
    ),
  },
  { name: 'Gemaild', cell: ({ mailedAt }) => formatDate(mailedAt) },
  { name: 'Gelezen', cell: ({ readAt }) => (readAt === null ? 'Nog niet' : formatDate(readAt)) },
]

function Notices({ recallId }: { recallId: string }) {
  const [page, setPage] = useState(1)
  const { data } = useQuery(recallNoticesQuery(recallId, page))
  if (!data) return null
  return (
    <div className="grid gap-3">
      <DataTable
        caption="Kopers, eerst wie het niet gelezen heeft"
        columns={columns}
        rows={data.items}
        keyOf={({ id }) => id}
      />
      {data.total > data.pageSize && (
        <div className="flex gap-3">
          <Button variant="quiet" size="sm" disabled={page === 1} onClick={() => setPage(page - 1)}>
            Vorige
          </Button>
          <Button
            variant="quiet"
            size="sm"
            disabled={page * data.pageSize >= data.total}
            onClick={() => setPage(page + 1)}
          >
            Volgende
          </Button>
        </div>
      )}
    </div>
  )
}
