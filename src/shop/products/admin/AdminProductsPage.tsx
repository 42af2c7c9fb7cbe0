import { useSuspenseQuery } from '@tanstack/react-query'
import { PackageSearch, Plus, Download, Upload } from 'lucide-react'
import { Link, useNavigation, useSearchParams } from 'react-router'
import { AdminListPage } from '../../../ui/lists/AdminListPage.tsx'
import { Button } from '../../../ui/components/Button.tsx'
import { SelectionBar } from '../../../ui/lists/SelectionBar.tsx'
import { useRowSelection } from '../../../ui/lists/rowSelection.ts'
import { EmptyState } from '../../../ui/components/EmptyState.tsx'
import { AdminBulkEditDialog } from './bulk/AdminBulkEditDialog.tsx'
import { type ProductListQuery, productListUrl, adminProductsQuery, adminCategoriesQuery } from './hooks.ts'
import { formatProductCount, maxCounted, missingSafetyNames, stockLevelOptions } from './list.rules.ts'
import { FilterSelect } from '../../../ui/lists/FilterSelect.tsx'
import { SearchBox } from '../../../ui/lists/SearchBox.tsx'
import { ProductListSort, type AdminCategory, type AdminProduct } from './contract.ts'
import { exportProducts } from './bulk/contract.ts'
import { isLowOnStock, isSoldOut } from '../catalog/rules.ts'
import { settingsQuery } from '../../../money/settings/admin/hooks.ts'
import { formatDate, plural } from '../../../ui/format.ts'
import { Badge } from '../../../ui/components/Badge.tsx'
import { type TableColumn, DataTable } from '../../../ui/lists/DataTable.tsx'
import { ResponsiveImage } from '../../../ui/components/ResponsiveImage.tsx'
import { formatCents } from '../../../wire/money.ts'
import { keysOf } from '../../../wire/records.ts'
import { ButtonLink } from '../../../ui/components/ButtonLink.tsx'

/** `/admin/products`: the product list; filters, order and page are in the URL. */
export function AdminProductsPage() {
  const [search] = useSearchParams()
  const query = productListUrl.parse(search)
  const { data: list } = useSuspenseQuery(adminProductsQuery(query))
  const { data: categories } = useSuspenseQuery(adminCategoriesQuery)
  const { lowStockThreshold } = useSuspenseQuery(settingsQuery).data.settings
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
        filters={<AdminProductFilters query={query} categories={categories} threshold={lowStockThreshold} />}
        list={list}
        empty={<EmptyProductList query={query} />}
        to={page => productListUrl.href(query, { page })}
      >
        <DataTable
          caption="Producten"
          columns={columnsWith(new Map(categories.map(({ id, name }) => [id, name])), lowStockThreshold)}
          rows={list.items}
          keyOf={({ id }) => id}
          sorting={{
            current: query.sort,
            to: sort => productListUrl.href(query, { sort: ProductListSort.parse(sort) }),
          }}
          selection={{ chosen: rowSelection, nameOf: ({ name }) => name }}
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
  <ButtonLink to="/admin/products/new" size="sm">
    <Plus aria-hidden />
    Nieuw product
  </ButtonLink>
)

function EmptyProductList({ query }: { query: ProductListQuery }) {
  const isNarrowed = productListUrl.href(query) !== productListUrl.href({ ...query, ...noFilters })
  return isNarrowed || query.page > 1 ? (
    <EmptyState
      icon={PackageSearch}
      title="Niets gevonden"
      action={
        <ButtonLink to={productListUrl.href({ ...query, ...noFilters })} variant="secondary">
          Toon alle producten
        </ButtonLink>
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

const noFilters = { q: '', categoryId: undefined, stock: undefined, active: undefined, lacks: undefined }

const sortNames: Record<ProductListSort, string> = {
  newest: 'Nieuwste eerst',
  oldest: 'Oudste eerst',
  name: 'Naam, A tot Z',
  'name-last': 'Naam, Z tot A',
  'price-low': 'Prijs, laagste eerst',
  'price-high': 'Prijs, hoogste eerst',
  'stock-low': 'Voorraad, laagste eerst',
  'stock-high': 'Voorraad, hoogste eerst',
}

type FiltersProps = { query: ProductListQuery; categories: AdminCategory[]; threshold: number }

/** The filters of the product list; on a phone, where the table has no headings, also its order. */
const AdminProductFilters = ({ query, categories, threshold }: FiltersProps) => (
  <div className="mb-5 grid grid-cols-[repeat(auto-fit,minmax(min(100%,8.5rem),1fr))] gap-3 md:max-xl:grid-cols-3 xl:flex">
    <SearchBox
      label="Zoek op naam of SKU"
      value={query.q}
      to={q => productListUrl.href(query, { q })}
      className="col-span-full xl:w-72 xl:max-w-md xl:grow"
    />
    <FilterSelect
      label="Categorie"
      value={query.categoryId}
      all="Elke categorie"
      options={categories.map(({ id, name }) => ({ value: id, name }))}
      to={categoryId => productListUrl.href(query, { categoryId })}
    />
    <FilterSelect
      label="Voorraad"
      value={query.stock}
      all="Elke voorraad"
      options={stockLevelOptions(threshold, query.stock)}
      to={stock => productListUrl.href(query, { stock })}
    />
    <FilterSelect
      label="Status"
      value={query.active}
      all="Actief of niet"
      options={states}
      to={active => productListUrl.href(query, { active })}
    />
    <FilterSelect
      label="Productveiligheid"
      value={query.lacks}
      all="Elke veiligheid"
      options={keysOf(missingSafetyNames).map(value => ({ value, name: missingSafetyNames[value] }))}
      to={lacks => productListUrl.href(query, { lacks })}
    />
    <FilterSelect
      label="Sorteren"
      value={query.sort}
      options={ProductListSort.options.map(value => ({ value, name: sortNames[value] }))}
      to={sort => productListUrl.href(query, sort && { sort })}
      className="md:hidden"
    />
  </div>
)

const states = [
  { value: 'true', name: 'Actief' },
  { value: 'false', name: 'Niet actief' },
] as const

/** Import, export, and a bulk edit of all products that the filters find. */
function AdminProductListActions({ query, total }: { query: ProductListQuery; total: number }) {
  const { q, categoryId, stock, active, lacks } = query
  const search = {
    ...(q && { q }),
    ...(categoryId && { categoryId }),
    ...(stock && { stock }),
    ...(active && { active }),
    ...(lacks && { lacks }),
  }
  return (
    <>
      {total > 0 && <AdminBulkEditDialog selection={{ search }} count={total} label="Alles bewerken" />}
      <ButtonLink to="/admin/products/import" variant="secondary" size="sm">
        <Upload aria-hidden />
        Importeren
      </ButtonLink>
      <Button asChild variant="secondary" size="sm">
        <a href={`${exportProducts.path}?${new URLSearchParams(search)}`} download>
          <Download aria-hidden />
          Exporteren
        </a>
      </Button>
    </>
  )
}

const columnsWith = (categoryNames: Map<string, string>, threshold: number): TableColumn<AdminProduct>[] => [
  {
    name: 'Product',
    cell: product => <ProductCell product={product} />,
    sorts: { ascending: 'name', descending: 'name-last' },
    className: 'md:min-w-72',
  },
  { name: 'Categorie', cell: ({ categoryId }) => categoryNames.get(categoryId) ?? '' },
  {
    name: 'Prijs',
    cell: ({ price }) => formatCents(price),
    sorts: { ascending: 'price-low', descending: 'price-high' },
    align: 'end',
  },
  {
    name: 'Voorraad',
    cell: product => <StockCell product={product} threshold={threshold} />,
    sorts: { ascending: 'stock-low', descending: 'stock-high' },
    align: 'end',
  },
  {
    name: 'Status',
    cell: ({ isActive }) => (
      <Badge tone={isActive ? 'green' : 'neutral'}>{isActive ? 'Actief' : 'Niet actief'}</Badge>
    ),
  },
  {
    name: 'Toegevoegd',
    cell: ({ createdAt }) => <span className="whitespace-nowrap text-ink-soft">{formatDate(createdAt)}</span>,
    sorts: { ascending: 'oldest', descending: 'newest' },
    phone: 'hidden',
    className: 'md:max-xl:hidden',
  },
]

const ProductCell = ({ product: { id, name, sku, imageUrl, variantCount } }: { product: AdminProduct }) => (
  <span className="flex items-center gap-4">
    <ResponsiveImage src={imageUrl} alt="" sizes="44px" className="w-11 shrink-0 rounded-inner" />
    <span className="grid min-w-0">
      <Link to={`/admin/products/${id}`} className="font-medium underline-offset-4 hover:underline">
        {name}
      </Link>
      <span className="text-tiny font-normal wrap-anywhere text-ink-faint">
        {sku}
        {variantCount !== undefined && ` · ${plural(variantCount, 'variant', 'varianten')}`}
      </span>
    </span>
  </span>
)

/** The stock, and how much of it is held for unpaid orders. */
function StockCell({
  product: { stock, reservedStock },
  threshold,
}: {
  product: AdminProduct
  threshold: number
}) {
  const left = stock - reservedStock
  return (
    <span className="inline-flex flex-wrap items-center justify-end gap-x-2">
      {isSoldOut(left) && <Badge tone="danger">Uitverkocht</Badge>}
      {isLowOnStock(left, threshold) && <Badge tone="live">Bijna op</Badge>}
      <span>{stock}</span>
      {reservedStock > 0 && (
        <span className="w-full text-tiny text-ink-faint">{reservedStock} gereserveerd</span>
      )}
    </span>
  )
}
