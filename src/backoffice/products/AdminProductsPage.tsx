import { useSuspenseQuery } from '@tanstack/react-query'
import { PackageSearch, Plus } from 'lucide-react'
import { Link, useNavigation, useSearchParams } from 'react-router'
import { pagesOf } from '../../ui/paging.ts'
import { AdminHead } from '../../ui/parts/AdminHead.tsx'
import { Button } from '../../ui/parts/Button.tsx'
import { ChosenBar } from '../../ui/parts/ChosenBar.tsx'
import { useChosen } from '../../ui/parts/chosen.ts'
import { EmptyState } from '../../ui/parts/EmptyState.tsx'
import { Pagination } from '../../ui/parts/Pagination.tsx'
import { AdminBulkEdit } from './AdminBulkEdit.tsx'
import { AdminProductFilters } from './AdminProductFilters.tsx'
import { AdminProductTable } from './AdminProductTable.tsx'
import { AdminShelfActions } from './AdminShelfActions.tsx'
import { type ShelfLook, shelfLooks, shelfQuery, shelvedCategoriesQuery } from './hooks.ts'
import { countOf, mostCounted } from './shelf.rules.ts'

/** `/admin/products`: all of them. What is looked for, in which order and how far stands in the address. */
export function AdminProductsPage() {
  const [search] = useSearchParams()
  const look = shelfLooks.in(search)
  const { data } = useSuspenseQuery(shelfQuery(look))
  const { data: categories } = useSuspenseQuery(shelvedCategoriesQuery)
  const chosen = useChosen()
  const isStale = useNavigation().location?.pathname === '/admin/products'
  const { items, total, pageSize } = data
  return (
    <>
      <AdminHead
        title="Producten"
        aside={countOf(total, mostCounted(look.q))}
        actions={
          <>
            <AdminShelfActions look={look} total={total} />
            <AddButton />
          </>
        }
      />
      <AdminProductFilters look={look} categories={categories} />
      {items.length === 0 ? (
        <Nothing look={look} />
      ) : (
        <AdminProductTable
          look={look}
          products={items}
          categories={categories}
          chosen={chosen}
          isStale={isStale}
        />
      )}
      <Pagination
        current={look.page}
        last={pagesOf(total, pageSize)}
        to={page => shelfLooks.address(look, { page })}
      />
      <ChosenBar chosen={chosen}>
        <AdminBulkEdit
          selection={{ productIds: [...chosen.keys] }}
          count={chosen.keys.size}
          label="Bewerken"
        />
      </ChosenBar>
    </>
  )
}

const AddButton = () => (
  <Button asChild size="sm">
    <Link to="/admin/products/new">
      <Plus aria-hidden />
      Nieuw product
    </Link>
  </Button>
)

function Nothing({ look }: { look: ShelfLook }) {
  const isNarrowed = shelfLooks.address(look) !== shelfLooks.address({ ...look, ...everything })
  return isNarrowed || look.page > 1 ? (
    <EmptyState
      icon={PackageSearch}
      title="Niets gevonden"
      action={
        <Button asChild variant="secondary">
          <Link to={shelfLooks.address({ ...look, ...everything })}>Toon alle producten</Link>
        </Button>
      }
    >
      Geen product past bij deze zoekopdracht en filters.
    </EmptyState>
  ) : (
    <EmptyState icon={PackageSearch} title="Nog geen producten" action={<AddButton />}>
      Wat je toevoegt, staat meteen in de shop.
    </EmptyState>
  )
}

const everything = { q: '', categoryId: undefined, stock: undefined, active: undefined }
