import { useSuspenseQuery } from '@tanstack/react-query'
import { PackageSearch, Plus } from 'lucide-react'
import { Link, useNavigation, useSearchParams } from 'react-router'
import { AdminListPage } from '../../ui/components/AdminListPage.tsx'
import { Button } from '../../ui/components/Button.tsx'
import { SelectionBar } from '../../ui/components/SelectionBar.tsx'
import { useRowSelection } from '../../ui/components/rowSelection.ts'
import { EmptyState } from '../../ui/components/EmptyState.tsx'
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
  const { data: list } = useSuspenseQuery(adminProductsQuery(query))
  const { data: categories } = useSuspenseQuery(adminCategoriesQuery)
  const rowSelection = useRowSelection()
  const isStale = useNavigation().location?.pathname === '/admin/products'
  return (
    <>
      <AdminListPage
        title="Producten"
        count={formatProductCount(list.total, maxCounted(query.q))}
        actions={
          <>
            <AdminProductListActions query={query} total={list.total} />
            <AddButton />
          </>
        }
        filters={<AdminProductFilters query={query} categories={categories} />}
        list={list}
        empty={<EmptyProductList query={query} />}
        to={page => productListUrl.href(query, { page })}
      >
        <AdminProductTable
          query={query}
          products={list.items}
          categories={categories}
          rowSelection={rowSelection}
          isStale={isStale}
        />
      </AdminListPage>
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
