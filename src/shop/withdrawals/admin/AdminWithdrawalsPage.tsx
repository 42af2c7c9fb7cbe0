import { defineAdminList } from '../../../ui/lists/defineAdminList.tsx'
import { Inbox } from 'lucide-react'
import { Link } from 'react-router'
import { plural } from '../../../ui/format.ts'
import { EmptyState } from '../../../ui/components/EmptyState.tsx'
import { withdrawalListUrl, withdrawalsQuery } from './hooks.ts'
import { AdminWithdrawal } from './AdminWithdrawal.tsx'
import type { Withdrawal } from '../contract.ts'
import { UnbrokenNumbers } from '../../../ui/components/UnbrokenNumbers.tsx'

function OrderOf({ withdrawal: { orderId, orderNumber } }: { withdrawal: Withdrawal }) {
  if (orderId === null)
    return (
      <p className="figures text-small text-danger">
        <UnbrokenNumbers>{`Bestelling ${orderNumber} kennen we niet bij dit adres.`}</UnbrokenNumbers>
      </p>
    )
  return (
    <Link
      to={`/admin/orders/${orderId}`}
      className="figures justify-self-start py-1 text-small underline decoration-line-strong underline-offset-4 hover:decoration-2"
    >
      <UnbrokenNumbers>{`Bestelling ${orderNumber}`}</UnbrokenNumbers>
    </Link>
  )
}

const states = [
  { value: 'OPEN', name: 'Wacht op antwoord' },
  { value: 'REFUND_DUE', name: 'Nog terug te betalen' },
  { value: 'HANDLED', name: 'Behandeld' },
] as const

/** `/admin/withdrawals`: all withdrawals, unanswered ones first. */
export const AdminWithdrawalsPage = defineAdminList({
  url: withdrawalListUrl,
  query: withdrawalsQuery,
  title: 'Herroepingen',
  count: ({ total }) => plural(total, 'herroeping', 'herroepingen'),
  intro:
    'Antwoord binnen 5 werkdagen: dat staat in het ontvangstbewijs. Terugbetalen doe je daarna bij de bestelling, binnen 14 dagen na ontvangst van de herroeping of zodra het pakket terug is.',
  search: { label: 'Zoek een herroeping', placeholder: 'Naam, e-mail of bestelnummer' },
  filters: [{ field: 'state', label: 'Staat', all: 'Alle', options: states }],
  Empty: ({ query: { q, state } }) => (
    <EmptyState icon={Inbox} title="Geen herroepingen">
      {q || state ? 'Niets past bij wat je zoekt.' : 'Er heeft nog niemand van een aankoop afgezien.'}
    </EmptyState>
  ),
  rows: {
    name: 'Herroepingen',
    className: 'grid gap-2 px-5 py-4',
    Row: ({ row }: { row: Withdrawal }) => (
      <>
        <OrderOf withdrawal={row} />
        <AdminWithdrawal withdrawal={row} />
      </>
    ),
  },
})
