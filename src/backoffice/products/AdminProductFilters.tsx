import { FilterSelect } from '../../ui/components/FilterSelect.tsx'
import { SearchBox } from '../../ui/components/SearchBox.tsx'
import { ProductListSort, type AdminCategory, StockLevel } from './contract.ts'
import { type ProductListQuery, productListUrl } from './hooks.ts'

const levelNames: Record<StockLevel, string> = {
  enough: 'Genoeg op voorraad',
  low: 'Bijna op (1 tot 5)',
  out: 'Uitverkocht',
}
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

interface AdminProductFiltersProps {
  query: ProductListQuery
  categories: AdminCategory[]
}

/** The filters of the product list; on a phone, where the table has no headings, also its order. */
export const AdminProductFilters = ({ query, categories }: AdminProductFiltersProps) => (
  <div className="mb-5 grid grid-cols-2 gap-3 md:flex md:flex-wrap">
    <SearchBox
      label="Zoek op naam of SKU"
      value={query.q}
      to={q => productListUrl.href(query, { q })}
      className="col-span-2 md:w-72 md:grow lg:max-w-md"
    />
    <FilterSelect
      label="Categorie"
      value={query.categoryId}
      all="Alle categorieën"
      options={categories.map(({ id, name }) => ({ value: id, name }))}
      to={categoryId => productListUrl.href(query, { categoryId })}
    />
    <FilterSelect
      label="Voorraad"
      value={query.stock}
      all="Elke voorraad"
      options={StockLevel.options.map(value => ({ value, name: levelNames[value] }))}
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
