import { Link } from 'react-router'
import { isLowOnStock, isSoldOut } from '../../shop/catalog/rules.ts'
import { formatDate } from '../../ui/format.ts'
import { Badge } from '../../ui/components/Badge.tsx'
import type { RowSelection } from '../../ui/components/rowSelection.ts'
import { type TableColumn, DataTable } from '../../ui/components/DataTable.tsx'
import { ResponsiveImage } from '../../ui/components/ResponsiveImage.tsx'
import { formatCents } from '../../wire/money.ts'
import type { AdminCategory, AdminProduct } from './contract.ts'
import { type ProductListQuery, productListUrl } from './hooks.ts'

interface AdminProductTableProps {
  look: ProductListQuery
  products: AdminProduct[]
  categories: AdminCategory[]
  chosen: RowSelection
  isStale: boolean
}

export function AdminProductTable({ look, products, categories, chosen, isStale }: AdminProductTableProps) {
  return (
    <DataTable
      caption="Producten"
      columns={columnsWith(new Map(categories.map(({ id, name }) => [id, name])))}
      rows={products}
      keyOf={({ id }) => id}
      sorting={{
        current: look.sort,
        to: sort => productListUrl.href(look, { sort: sort as ProductListQuery['sort'] }),
      }}
      selection={{ chosen, nameOf: ({ name }) => name }}
      isStale={isStale}
    />
  )
}

const columnsWith = (categoryNames: Map<string, string>): TableColumn<AdminProduct>[] => [
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
    cell: product => <StockCell product={product} />,
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

const ProductCell = ({ product: { id, name, sku, imageUrl } }: { product: AdminProduct }) => (
  <span className="flex items-center gap-4">
    <ResponsiveImage src={imageUrl} alt="" sizes="44px" className="w-11 shrink-0 rounded-inner" />
    <span className="grid min-w-0">
      <Link to={`/admin/products/${id}`} className="font-medium underline-offset-4 hover:underline">
        {name}
      </Link>
      <span className="text-tiny font-normal wrap-anywhere text-ink-faint">{sku}</span>
    </span>
  </span>
)

/** What lies there, and what of it is held for open orders. */
function StockCell({ product: { stock, reservedStock } }: { product: AdminProduct }) {
  const left = stock - reservedStock
  return (
    <span className="inline-flex flex-wrap items-center justify-end gap-x-2">
      {isSoldOut(left) && <Badge tone="danger">Uitverkocht</Badge>}
      {isLowOnStock(left) && <Badge tone="live">Bijna op</Badge>}
      <span>{stock}</span>
      {reservedStock > 0 && (
        <span className="w-full text-tiny text-ink-faint">{reservedStock} gereserveerd</span>
      )}
    </span>
  )
}
