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

/** More are not counted. */
const MOST_COUNTED = 10_000

/** `/admin/orders`: all orders. What is looked for stands in the address. */
export function AdminOrdersPage() {
  const [search] = useSearchParams()
  const look = orderListUrl.parse(search)
  const { data } = useSuspenseQuery(adminOrdersQuery(look))
  const { items, total, pageSize } = data
  const chosen = useRowSelection()
  const isStale = useNavigation().state === 'loading'
  const count = total >= MOST_COUNTED ? 'meer dan 10.000' : plural(total, 'bestelling', 'bestellingen')
  return (
    <>
      <AdminPageHeader title="Bestellingen" aside={count} />
      <Filters look={look} />
      {items.length === 0 ? (
        <EmptyState icon={PackageSearch} title="Geen bestellingen gevonden">
          Zoek op een ander deel van het bestelnummer, de naam of het e-mailadres, of kies een andere status.
        </EmptyState>
      ) : (
        <AdminOrderTable orders={items} look={look} chosen={chosen} isStale={isStale} />
      )}
      <AdminOrderBulk chosen={chosen} />
      <Pagination
        current={look.page}
        last={pageCount(total, pageSize)}
        to={page => orderListUrl.href(look, { page })}
      />
    </>
  )
}

const Filters = ({ look }: { look: OrderListQuery }) => (
  <div className="mb-5 flex flex-wrap items-center gap-3">
    <SearchBox
      label="Zoek een bestelling"
      placeholder="Nummer, naam of e-mailadres"
      value={look.q}
      to={q => orderListUrl.href(look, { q })}
      className="grow md:max-w-md"
    />
    <FilterSelect
      label="Status"
      value={look.status}
      all="Elke status"
      options={OrderStatus.options.map(value => ({ value, name: orderStatusLabels[value].name }))}
      to={status => orderListUrl.href(look, { status: status ?? '' })}
    />
  </div>
)
