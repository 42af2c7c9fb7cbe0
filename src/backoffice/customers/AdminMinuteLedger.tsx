import { useSuspenseQuery } from '@tanstack/react-query'
import { formatDateTime } from '../../ui/format.ts'
import { cn } from '../../ui/components/cn.ts'
import { type TableColumn, DataTable } from '../../ui/components/DataTable.tsx'
import { formatCents } from '../../wire/money.ts'
import { AdminCustomerSection } from './AdminCustomerSection.tsx'
import { minuteLedgerQuery, type CustomerPageQuery } from './hooks.ts'
import type { MinuteLedgerEntry } from './contract.ts'
import { minuteEntryNames, formatSignedMinutes } from './rules.ts'

/** The minute ledger of a customer. */
export function AdminMinuteLedger({ userId, pages }: { userId: string; pages: CustomerPageQuery }) {
  const { data } = useSuspenseQuery(minuteLedgerQuery(userId, pages.ledger))
  const none = 'Nog geen minuten gekocht of gekregen.'
  return (
    <AdminCustomerSection
      title="Grootboek van minuten"
      list={data}
      none={none}
      userId={userId}
      pages={pages}
      paged="ledger"
    >
      <DataTable
        caption="Minuten erbij en eraf, de nieuwste eerst"
        columns={columns}
        rows={data.items}
        keyOf={({ id }) => id}
      />
    </AdminCustomerSection>
  )
}

const columns: TableColumn<MinuteLedgerEntry>[] = [
  {
    name: 'Wat',
    cell: ({ kind, reason }) => (
      <>
        {minuteEntryNames[kind]}
        {reason && <span className="block font-normal wrap-anywhere text-ink-soft">{reason}</span>}
      </>
    ),
  },
  { name: 'Wanneer', className: 'md:min-w-40', cell: ({ createdAt }) => formatDateTime(createdAt) },
  {
    name: 'Minuten',
    align: 'end',
    cell: ({ minutes }) => (
      <span className={cn('font-medium', minutes > 0 && 'text-green')}>{formatSignedMinutes(minutes)}</span>
    ),
  },
  {
    name: 'Betaald',
    align: 'end',
    cell: ({ valueCents }) => (valueCents > 0 ? formatCents(valueCents) : '–'),
  },
  { name: 'Saldo', align: 'end', cell: ({ balance }) => balance },
]
