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

/** `/admin/products`: the product list; filters, order and page are in the URL. */
export function AdminProductsPage() {
  const [search] = useSearchParams()
  const query = productListUrl.parse(search)
  const { data } = useSuspenseQuery(adminProductsQuery(query))
  const { data: categories } = useSuspenseQuery(adminCategoriesQuery)
  const rowSelection = useRowSelection()
  const isStale = useNavigation().location?.pathname === '/admin/products'
  const { items, total, pageSize } = data
  return (
    <>
      <AdminPageHeader
        title="Producten"
        aside={formatProductCount(total, maxCounted(query.q))}
        actions={
          <>
            <AdminProductListActions query={query} total={total} />
            <AddButton />
          </>
        }
      />
      <AdminProductFilters query={query} categories={categories} />
      {items.length === 0 ? (
        <EmptyProductList query={query} />
      ) : (
        <AdminProductTable
          query={query}
          products={items}
          categories={categories}
          rowSelection={rowSelection}
          isStale={isStale}
        />
      )}
      <Pagination
        current={query.page}
        last={pageCount(total, pageSize)}
        to={page => productListUrl.href(query, { page })}
      />
      <SelectionBar selection={rowSelection}>
        <AdminBulkEditDialog
          selection={{ productIds: [...rowSelection.keys] }}
          count={rowSelection.keys.size}
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

function EmptyProductList({ query }: { query: ProductListQuery }) {
  const isNarrowed = productListUrl.href(query) !== productListUrl.href({ ...query, ...noFilters })
  return isNarrowed || query.page > 1 ? (
    <EmptyState
      icon={PackageSearch}
      title="Niets gevonden"
      action={
        <Button asChild variant="secondary">
          <Link to={productListUrl.href({ ...query, ...noFilters })}>Toon alle producten</Link>
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
