import { useSuspenseQuery } from '@tanstack/react-query'
import { Inbox } from 'lucide-react'
import { Link, useSearchParams } from 'react-router'
import { plural } from '../../ui/format.ts'
import { pageCount } from '../../ui/pagination.ts'
import { AdminPageHeader } from '../../ui/components/AdminPageHeader.tsx'
import { EmptyState } from '../../ui/components/EmptyState.tsx'
import { FilterSelect } from '../../ui/components/FilterSelect.tsx'
import { Pagination } from '../../ui/components/Pagination.tsx'
import { SearchBox } from '../../ui/components/SearchBox.tsx'
import { type WithdrawalListQuery, withdrawalListUrl, withdrawalsQuery } from './admin.hooks.ts'
import { AdminWithdrawal } from './AdminWithdrawal.tsx'
import type { Withdrawal } from './contract.ts'

/** `/admin/withdrawals`: all withdrawals, unanswered ones first. */
export function AdminWithdrawalsPage() {
  const [search] = useSearchParams()
  const look = withdrawalListUrl.parse(search)
  const { data } = useSuspenseQuery(withdrawalsQuery(look))
  const { items, total, pageSize } = data
  return (
    <div className="max-w-4xl">
      <AdminPageHeader title="Herroepingen" aside={plural(total, 'herroeping', 'herroepingen')}>
        Antwoord binnen 5 werkdagen: dat staat in het ontvangstbewijs. Terugbetalen doe je daarna bij de
        bestelling.
      </AdminPageHeader>
      <Filters look={look} />
      {items.length === 0 ? (
        <EmptyState icon={Inbox} title="Geen herroepingen">
          {look.q || look.state
            ? 'Niets past bij wat je zoekt.'
            : 'Er heeft nog niemand van een aankoop afgezien.'}
        </EmptyState>
      ) : (
        <ul
          aria-label="Herroepingen"
          className="divide-y divide-line rounded-card border border-line bg-surface"
        >
          {items.map(withdrawal => (
            <li key={withdrawal.id} className="grid gap-2 px-5 py-4">
              <OrderOf withdrawal={withdrawal} />
              <AdminWithdrawal withdrawal={withdrawal} />
            </li>
          ))}
        </ul>
      )}
      <Pagination
        current={look.page}
        last={pageCount(total, pageSize)}
        to={page => withdrawalListUrl.href(look, { page })}
      />
    </div>
  )
}

function OrderOf({ withdrawal: { orderId, orderNumber } }: { withdrawal: Withdrawal }) {
  if (orderId === null)
    return (
      <p className="figures text-small text-danger">Bestelling {orderNumber} kennen we niet bij dit adres.</p>
    )
  return (
    <Link
      to={`/admin/orders/${orderId}`}
      className="figures justify-self-start py-1 text-small underline decoration-line-strong underline-offset-4 hover:decoration-2"
    >
      Bestelling {orderNumber}
    </Link>
  )
}

const Filters = ({ look }: { look: WithdrawalListQuery }) => (
  <div className="mb-5 flex flex-wrap items-center gap-3">
    <SearchBox
      label="Zoek een herroeping"
      placeholder="Naam, e-mailadres of bestelnummer"
      value={look.q}
      to={q => withdrawalListUrl.href(look, { q })}
      className="grow md:max-w-md"
    />
    <FilterSelect
      label="Staat"
      value={look.state}
      all="Alle"
      options={states}
      to={state => withdrawalListUrl.href(look, { state: state ?? '' })}
    />
  </div>
)

const states = [
  { value: 'OPEN', name: 'Wacht op antwoord' },
  { value: 'HANDLED', name: 'Behandeld' },
] as const
