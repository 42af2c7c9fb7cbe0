import { useSuspenseQuery } from '@tanstack/react-query'
import { PackageSearch } from 'lucide-react'
import { useNavigation, useSearchParams } from 'react-router'
import { OrderStatus } from '../../shop/orders/contract.ts'
import { orderStatusLabels } from '../../shop/orders/status.rules.ts'
import { plural } from '../../ui/format.ts'
import { pageCount } from '../../ui/pagination.ts'
import { AdminPageHeader } from '../../ui/components/AdminPageHeader.tsx'
import { useRowSelection } from '../../ui/components/rowSelection.ts'
import { EmptyState } from '../../ui/components/EmptyState.tsx'
import { FilterSelect } from '../../ui/components/FilterSelect.tsx'
import { Pagination } from '../../ui/components/Pagination.tsx'
import { SearchBox } from '../../ui/components/SearchBox.tsx'
import { AdminOrderBulk } from './AdminOrderBulk.tsx'
import { AdminOrderTable } from './AdminOrderTable.tsx'
import { adminOrdersQuery, type OrderListQuery, orderListUrl } from './hooks.ts'

/** The server counts no further. */
const MOST_COUNTED = 10_000

/** `/admin/orders`: all orders; filters and page are in the URL. */
export function AdminOrdersPage() {
  const [search] = useSearchParams()
  const query = orderListUrl.parse(search)
  const { data } = useSuspenseQuery(adminOrdersQuery(query))
  const { items, total, pageSize } = data
  const rowSelection = useRowSelection()
  const isStale = useNavigation().state === 'loading'
  const count = total >= MOST_COUNTED ? 'meer dan 10.000' : plural(total, 'bestelling', 'bestellingen')
  return (
    <>
      <AdminPageHeader title="Bestellingen" aside={count} />
      <Filters query={query} />
      {items.length === 0 ? (
        <EmptyState icon={PackageSearch} title="Geen bestellingen gevonden">
          Zoek op een ander deel van het bestelnummer, de naam of het e-mailadres, of kies een andere status.
        </EmptyState>
      ) : (
        <AdminOrderTable orders={items} query={query} rowSelection={rowSelection} isStale={isStale} />
      )}
      <AdminOrderBulk rowSelection={rowSelection} />
      <Pagination
        current={query.page}
        last={pageCount(total, pageSize)}
        to={page => orderListUrl.href(query, { page })}
      />
    </>
  )
}

const Filters = ({ query }: { query: OrderListQuery }) => (
  <div className="mb-5 flex flex-wrap items-center gap-3">
    <SearchBox
      label="Zoek een bestelling"
      placeholder="Nummer, naam of e-mailadres"
      value={query.q}
      to={q => orderListUrl.href(query, { q })}
      className="grow md:max-w-md"
    />
    <FilterSelect
      label="Status"
      value={query.status}
      all="Elke status"
      options={OrderStatus.options.map(value => ({ value, name: orderStatusLabels[value].name }))}
      to={status => orderListUrl.href(query, { status: status ?? '' })}
    />
  </div>
)
