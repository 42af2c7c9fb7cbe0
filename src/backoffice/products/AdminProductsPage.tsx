import { useSuspenseQuery } from '@tanstack/react-query'
import { PackageSearch, Plus } from 'lucide-react'
import { Link, useNavigation, useSearchParams } from 'react-router'
import { pageCount } from '../../ui/pagination.ts'
import { AdminPageHeader } from '../../ui/components/AdminPageHeader.tsx'
import { Button } from '../../ui/components/Button.tsx'
import { SelectionBar } from '../../ui/components/SelectionBar.tsx'
import { useRowSelection } from '../../ui/components/rowSelection.ts'
import { EmptyState } from '../../ui/components/EmptyState.tsx'
import { Pagination } from '../../ui/components/Pagination.tsx'
import { AdminBulkEditDialog } from './AdminBulkEditDialog.tsx'
import { AdminProductFilters } from './AdminProductFilters.tsx'
import { AdminProductTable } from './AdminProductTable.tsx'
import { AdminProductListActions } from './AdminProductListActions.tsx'
import { type ProductListQuery, productListUrl, adminProductsQuery, adminCategoriesQuery } from './hooks.ts'
import { formatProductCount, maxCounted } from './list.rules.ts'

/** `/admin/products`: all of them. What is looked for, in which order and how far stands in the address. */
export function AdminProductsPage() {
  const [search] = useSearchParams()
  const look = productListUrl.parse(search)
  const { data } = useSuspenseQuery(adminProductsQuery(look))
  const { data: categories } = useSuspenseQuery(adminCategoriesQuery)
  const chosen = useRowSelection()
  const isStale = useNavigation().location?.pathname === '/admin/products'
  const { items, total, pageSize } = data
  return (
    <>
      <AdminPageHeader
        title="Producten"
        aside={formatProductCount(total, maxCounted(look.q))}
        actions={
          <>
            <AdminProductListActions look={look} total={total} />
            <AddButton />
          </>
        }
      />
      <AdminProductFilters look={look} categories={categories} />
      {items.length === 0 ? (
        <EmptyProductList look={look} />
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
        last={pageCount(total, pageSize)}
        to={page => productListUrl.href(look, { page })}
      />
      <SelectionBar selection={chosen}>
        <AdminBulkEditDialog
          selection={{ productIds: [...chosen.keys] }}
          count={chosen.keys.size}
          label="Bewerken"
        />
      </SelectionBar>
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

function EmptyProductList({ look }: { look: ProductListQuery }) {
  const isNarrowed = productListUrl.href(look) !== productListUrl.href({ ...look, ...noFilters })
  return isNarrowed || look.page > 1 ? (
    <EmptyState
      icon={PackageSearch}
      title="Niets gevonden"
      action={
        <Button asChild variant="secondary">
          <Link to={productListUrl.href({ ...look, ...noFilters })}>Toon alle producten</Link>
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

const noFilters = { q: '', categoryId: undefined, stock: undefined, active: undefined }
