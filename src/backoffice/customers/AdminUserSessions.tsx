import { useSuspenseQuery } from '@tanstack/react-query'
import type { StoppedBy } from '../../live/sessions/contract.ts'
import { formatMoment } from '../../ui/format.ts'
import { type Column, DataTable } from '../../ui/parts/DataTable.tsx'
import { formatCents } from '../../wire/money.ts'
import { AdminUserSection } from './AdminUserSection.tsx'
import { memberSessionsQuery, type Past } from './hooks.ts'
import type { MemberSession } from './past.contract.ts'

/** What someone played. */
export function AdminUserSessions({ userId, past }: { userId: string; past: Past }) {
  const { data } = useSuspenseQuery(memberSessionsQuery(userId, past.sessions))
  const none = 'Nog niet gespeeld.'
  return (
    <AdminUserSection
      title="Live sessies"
      list={data}
      none={none}
      userId={userId}
      past={past}
      paged="sessions"
    >
      <DataTable
        caption="Live sessies, de nieuwste eerst"
        columns={columns}
        rows={data.items}
        keyOf={({ id }) => id}
      />
    </AdminUserSection>
  )
}

const enders: Record<StoppedBy, string> = {
  USER: 'de speler',
  CREATOR: 'de creator',
  ADMIN: 'een beheerder',
  ADMIN_FORCE: 'een beheerder, geforceerd',
  SYSTEM: 'het systeem',
}

const columns: Column<MemberSession>[] = [
  { name: 'Begonnen', cell: ({ startTime }) => formatMoment(startTime) },
  { name: 'Toy', cell: ({ toyName }) => toyName },
  { name: 'Minuten', align: 'end', cell: ({ minutesPurchased }) => minutesPurchased },
  { name: 'Waarde', align: 'end', cell: ({ cost }) => formatCents(cost) },
  { name: 'Beëindigd door', cell: ({ stoppedBy }) => (stoppedBy ? enders[stoppedBy] : 'onbekend') },
]
