import { useSuspenseQuery } from '@tanstack/react-query'
import { Inbox } from 'lucide-react'
import { Link, useSearchParams } from 'react-router'
import { plural } from '../../ui/format.ts'
import { AdminListPage } from '../../ui/components/AdminListPage.tsx'
import { EmptyState } from '../../ui/components/EmptyState.tsx'
import { FilterSelect } from '../../ui/components/FilterSelect.tsx'
import { SearchBox } from '../../ui/components/SearchBox.tsx'
import { type WithdrawalListQuery, withdrawalListUrl, withdrawalsQuery } from './admin.hooks.ts'
import { AdminWithdrawal } from './AdminWithdrawal.tsx'
import type { Withdrawal } from './contract.ts'
import { UnbrokenNumbers } from '../../ui/components/UnbrokenNumbers.tsx'

/** `/admin/withdrawals`: all withdrawals, unanswered ones first. */
export function AdminWithdrawalsPage() {
  const [search] = useSearchParams()
  const query = withdrawalListUrl.parse(search)
  const { data: list } = useSuspenseQuery(withdrawalsQuery(query))
  return (
    <div className="max-w-4xl">
      <AdminListPage
        title="Herroepingen"
        count={plural(list.total, 'herroeping', 'herroepingen')}
        intro="Antwoord binnen 5 werkdagen: dat staat in het ontvangstbewijs. Terugbetalen doe je daarna bij de bestelling, binnen 14 dagen na ontvangst van de herroeping of zodra het pakket terug is."
        filters={<Filters query={query} />}
        list={list}
        empty={
          <EmptyState icon={Inbox} title="Geen herroepingen">
            {query.q || query.state
              ? 'Niets past bij wat je zoekt.'
              : 'Er heeft nog niemand van een aankoop afgezien.'}
          </EmptyState>
        }
        to={page => withdrawalListUrl.href(query, { page })}
      >
        <ul
          aria-label="Herroepingen"
          className="divide-y divide-line rounded-card border border-line bg-surface"
        >
          {list.items.map(withdrawal => (
            <li key={withdrawal.id} data-row="" className="grid gap-2 px-5 py-4">
              <OrderOf withdrawal={withdrawal} />
              <AdminWithdrawal withdrawal={withdrawal} />
            </li>
          ))}
        </ul>
      </AdminListPage>
    </div>
  )
}

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

const Filters = ({ query }: { query: WithdrawalListQuery }) => (
  <div className="mb-5 flex flex-wrap items-center gap-3">
    <SearchBox
      label="Zoek een herroeping"
      placeholder="Naam, e-mail of bestelnummer"
      value={query.q}
      to={q => withdrawalListUrl.href(query, { q })}
      className="grow md:max-w-md"
    />
    <FilterSelect
      label="Staat"
      value={query.state}
      all="Alle"
      options={states}
      to={state => withdrawalListUrl.href(query, { state: state ?? '' })}
    />
  </div>
)

const states = [
  { value: 'OPEN', name: 'Wacht op antwoord' },
  { value: 'REFUND_DUE', name: 'Nog terug te betalen' },
  { value: 'HANDLED', name: 'Behandeld' },
] as const
