import { useSuspenseQuery } from '@tanstack/react-query'
import { PackageSearch } from 'lucide-react'
import { useNavigation, useSearchParams } from 'react-router'
import { OrderStatus } from '../../shop/orders/contract.ts'
import { orderStatusLabels } from '../../shop/orders/status.rules.ts'
import { plural } from '../../ui/format.ts'
import { pagesOf } from '../../ui/paging.ts'
import { AdminHead } from '../../ui/parts/AdminHead.tsx'
import { useChosen } from '../../ui/parts/chosen.ts'
import { EmptyState } from '../../ui/parts/EmptyState.tsx'
import { FilterChoice } from '../../ui/parts/FilterChoice.tsx'
import { Pagination } from '../../ui/parts/Pagination.tsx'
import { SearchBox } from '../../ui/parts/SearchBox.tsx'
import { AdminOrderBulk } from './AdminOrderBulk.tsx'
import { AdminOrderTable } from './AdminOrderTable.tsx'
import { allOrdersQuery, type Look, orderLooks } from './hooks.ts'

/** More are not counted. */
const MOST_COUNTED = 10_000

/** `/admin/orders`: all orders. What is looked for stands in the address. */
export function AdminOrdersPage() {
  const [search] = useSearchParams()
  const look = orderLooks.in(search)
  const { data } = useSuspenseQuery(allOrdersQuery(look))
  const { items, total, pageSize } = data
  const chosen = useChosen()
  const isStale = useNavigation().state === 'loading'
  const count = total >= MOST_COUNTED ? 'meer dan 10.000' : plural(total, 'bestelling', 'bestellingen')
  return (
    <>
      <AdminHead title="Bestellingen" aside={count} />
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
        last={pagesOf(total, pageSize)}
        to={page => orderLooks.address(look, { page })}
      />
    </>
  )
}

const Filters = ({ look }: { look: Look }) => (
  <div className="mb-5 flex flex-wrap items-center gap-3">
    <SearchBox
      label="Zoek een bestelling"
      placeholder="Nummer, naam of e-mailadres"
      value={look.q}
      to={q => orderLooks.address(look, { q })}
      className="grow md:max-w-md"
    />
    <FilterChoice
      label="Status"
      value={look.status}
      all="Elke status"
      options={OrderStatus.options.map(value => ({ value, name: orderStatusLabels[value].name }))}
      to={status => orderLooks.address(look, { status: status ?? '' })}
    />
  </div>
)
