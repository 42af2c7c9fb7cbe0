import { useSuspenseQuery } from '@tanstack/react-query'
import { formatMoment } from '../../ui/format.ts'
import { cn } from '../../ui/parts/cn.ts'
import { type Column, DataTable } from '../../ui/parts/DataTable.tsx'
import { formatCents } from '../../wire/money.ts'
import { AdminUserSection } from './AdminUserSection.tsx'
import { ledgerQuery, type Past } from './hooks.ts'
import type { LedgerEntry } from './past.contract.ts'
import { entryNames, signed } from './rules.ts'

/** Every minute that came in or went out. */
export function AdminUserLedger({ userId, past }: { userId: string; past: Past }) {
  const { data } = useSuspenseQuery(ledgerQuery(userId, past.ledger))
  const none = 'Nog geen minuten gekocht of gekregen.'
  return (
    <AdminUserSection
      title="Grootboek van minuten"
      list={data}
      none={none}
      userId={userId}
      past={past}
      paged="ledger"
    >
      <DataTable
        caption="Minuten erbij en eraf, de nieuwste eerst"
        columns={columns}
        rows={data.items}
        keyOf={({ id }) => id}
      />
    </AdminUserSection>
  )
}

const columns: Column<LedgerEntry>[] = [
  {
    name: 'Wat',
    cell: ({ kind, reason }) => (
      <>
        {entryNames[kind]}
        {reason && <span className="block font-normal wrap-anywhere text-ink-soft">{reason}</span>}
      </>
    ),
  },
  { name: 'Wanneer', className: 'md:min-w-40', cell: ({ createdAt }) => formatMoment(createdAt) },
  {
    name: 'Minuten',
    align: 'end',
    cell: ({ minutes }) => (
      <span className={cn('font-medium', minutes > 0 && 'text-green')}>{signed(minutes)}</span>
    ),
  },
  {
    name: 'Betaald',
    align: 'end',
    cell: ({ valueCents }) => (valueCents > 0 ? formatCents(valueCents) : '–'),
  },
  { name: 'Saldo', align: 'end', cell: ({ balance }) => balance },
]
