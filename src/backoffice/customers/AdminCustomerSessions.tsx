import { useSuspenseQuery } from '@tanstack/react-query'
import type { StoppedBy } from '../../live/sessions/contract.ts'
import { formatDateTime } from '../../ui/format.ts'
import { type TableColumn, DataTable } from '../../ui/components/DataTable.tsx'
import { formatCents } from '../../wire/money.ts'
import { AdminCustomerSection } from './AdminCustomerSection.tsx'
import { customerSessionsQuery, type CustomerPageQuery } from './hooks.ts'
import type { CustomerSession } from './contract.ts'

/** The sessions that a customer played. */
export function AdminCustomerSessions({ userId, pages }: { userId: string; pages: CustomerPageQuery }) {
  const { data } = useSuspenseQuery(customerSessionsQuery(userId, pages.sessions))
  const none = 'Nog niet gespeeld.'
  return (
    <AdminCustomerSection
      title="Live sessies"
      list={data}
      none={none}
      userId={userId}
      pages={pages}
      paged="sessions"
    >
      <DataTable
        caption="Live sessies, de nieuwste eerst"
        columns={columns}
        rows={data.items}
        keyOf={({ id }) => id}
      />
    </AdminCustomerSection>
  )
}

const stoppedByLabels: Record<StoppedBy, string> = {
  USER: 'de speler',
  CREATOR: 'de creator',
  ADMIN: 'een beheerder',
  ADMIN_FORCE: 'een beheerder, geforceerd',
  SYSTEM: 'het systeem',
}

const columns: TableColumn<CustomerSession>[] = [
  { name: 'Begonnen', cell: ({ startTime }) => formatDateTime(startTime) },
  { name: 'Toy', cell: ({ toyName }) => toyName },
  { name: 'Minuten', align: 'end', cell: ({ minutesPurchased }) => minutesPurchased },
  { name: 'Waarde', align: 'end', cell: ({ cost }) => formatCents(cost) },
  { name: 'Beëindigd door', cell: ({ stoppedBy }) => (stoppedBy ? stoppedByLabels[stoppedBy] : 'onbekend') },
]
