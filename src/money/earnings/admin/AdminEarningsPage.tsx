import { useSuspenseQuery } from '@tanstack/react-query'
import { Wallet } from 'lucide-react'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { Button } from '../../../ui/components/Button.tsx'
import { EmptyState } from '../../../ui/components/EmptyState.tsx'
import { formatDateTime } from '../../../ui/format.ts'
import { AdminPageHeader } from '../../../ui/lists/AdminPageHeader.tsx'
import { DataTable, type TableColumn } from '../../../ui/lists/DataTable.tsx'
import { Pagination } from '../../../ui/lists/Pagination.tsx'
import { formatCents } from '../../../wire/money.ts'
import { AdminObjections } from '../../objections/admin/AdminObjections.tsx'
import { formatRate } from '../../vat/rates.rules.ts'
import { sourceLabels } from '../labels.rules.ts'
import type { AdminShare, CreatorEarnings, listCreatorEarnings } from './contract.ts'
import { creatorEarningsQuery, earningListUrl, sharesQuery } from './hooks.ts'
import { ShareDialog } from './ShareDialog.tsx'
import type { z } from 'zod'

type Chosen = { id: string; displayName: string } | null

/** `/admin/earnings`: the sums that creators have to come, and their agreed shares. */
export function AdminEarningsPage() {
  const [search] = useSearchParams()
  const query = earningListUrl.parse(search)
  const { data: earnings } = useSuspenseQuery(creatorEarningsQuery(query))
  const { data: shares } = useSuspenseQuery(sharesQuery)
  const [noting, note] = useState<{ creator: Chosen } | null>(null)
  return (
    <div className="grid max-w-5xl gap-8">
      <AdminPageHeader
        title="Verdiensten"
        actions={<Button onClick={() => note({ creator: null })}>Deel van iedereen</Button>}
      >
        Wat creators nog van je krijgen. Wat een bank nog kan terugnemen, betaal je later uit.
      </AdminPageHeader>
      <AdminObjections />
      <Sums all={earnings.all} />
      {earnings.items.length === 0 ? (
        <EmptyState icon={Wallet} title="Nog niets verdiend">
          Hier staat een creator na de eerste minuut die iemand met haar speelt.
        </EmptyState>
      ) : (
        <DataTable
          caption="Creators, het hoogste bedrag eerst"
          columns={creatorColumns(creator => note({ creator }))}
          rows={earnings.items}
          keyOf={({ creatorId }) => creatorId}
        />
      )}
      <Pagination
        current={query.page}
        last={Math.ceil(earnings.total / earnings.pageSize)}
        to={page => earningListUrl.href(query, { page })}
      />
      <section className="grid gap-3">
        <h2 className="text-subheading font-semibold">Afgesproken delen</h2>
        {shares.length === 0 ? (
          <p className="text-ink-soft">
            Nog geen: een creator krijgt 60% van haar minuten en 80% van haar cadeaus, zonder btw.
          </p>
        ) : (
          <DataTable
            caption="Delen, het nieuwste eerst"
            columns={shareColumns}
            rows={shares}
            keyOf={({ creatorId, source, startsAt }) => `${creatorId} ${source} ${startsAt}`}
          />
        )}
      </section>
      {noting && <ShareDialog creator={noting.creator} onClose={() => note(null)} />}
    </div>
  )
}

const Sums = ({ all }: Pick<z.output<typeof listCreatorEarnings.output>, 'all'>) => (
  <dl className="grid overflow-hidden rounded-card border border-line bg-surface sm:grid-cols-3">
    {(
      [
        ['Samen tegoed', all.balanceCents],
        ['Uit te betalen', all.payableCents],
        ['Nog niet zeker', all.atRiskCents],
      ] as const
    ).map(([name, cents]) => (
      <div key={name} className="-mt-px -ml-px grid gap-1 border-t border-l border-line px-5 py-4">
        <dt className="text-small text-ink-soft">{name}</dt>
        <dd className="display figures text-heading">{formatCents(cents)}</dd>
      </div>
    ))}
  </dl>
)

const creatorColumns = (note: (creator: NonNullable<Chosen>) => void): TableColumn<CreatorEarnings>[] => [
  {
    name: 'Creator',
    cell: ({ creatorId, displayName }) => (
      <Link to={`/admin/users/${creatorId}`} className="underline underline-offset-4">
        {displayName}
      </Link>
    ),
  },
  { name: 'Tegoed', align: 'end', cell: ({ balanceCents }) => formatCents(balanceCents) },
  { name: 'Uit te betalen', align: 'end', cell: ({ payableCents }) => formatCents(payableCents) },
  { name: 'Nog niet zeker', align: 'end', cell: ({ atRiskCents }) => formatCents(atRiskCents) },
  {
    name: 'Doen',
    align: 'end',
    phone: 'unnamed',
    cell: ({ creatorId: id, displayName }) => (
      <Button variant="secondary" size="sm" className="max-md:h-11" onClick={() => note({ id, displayName })}>
        Deel noteren<span className="sr-only"> van {displayName}</span>
      </Button>
    ),
  },
]

const shareColumns: TableColumn<AdminShare>[] = [
  { name: 'Van', cell: ({ displayName }) => displayName ?? 'Iedereen' },
  { name: 'Waarvan', cell: ({ source }) => sourceLabels[source] },
  {
    name: 'Deel',
    align: 'end',
    cell: ({ basisPoints, deductsFee }) => `${formatRate(basisPoints)}${deductsFee ? ', na kosten' : ''}`,
  },
  {
    name: 'Gratis minuut',
    align: 'end',
    cell: ({ source, freeMinuteCents }) =>
      source === 'GIFTS' ? '' : freeMinuteCents === null ? 'laagste prijs' : formatCents(freeMinuteCents),
  },
  { name: 'Vanaf', align: 'end', cell: ({ startsAt }) => formatDateTime(startsAt) },
]
