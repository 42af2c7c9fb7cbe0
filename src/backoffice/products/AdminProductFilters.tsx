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
  look: ProductListQuery
  categories: AdminCategory[]
}

/** What narrows the shelf; on a phone, where the table has no headings, its order as well. */
export const AdminProductFilters = ({ look, categories }: AdminProductFiltersProps) => (
  <div className="mb-5 grid grid-cols-2 gap-3 md:flex md:flex-wrap">
    <SearchBox
      label="Zoek op naam of SKU"
      value={look.q}
      to={q => productListUrl.href(look, { q })}
      className="col-span-2 md:w-72 md:grow lg:max-w-md"
    />
    <FilterSelect
      label="Categorie"
      value={look.categoryId}
      all="Alle categorieën"
      options={categories.map(({ id, name }) => ({ value: id, name }))}
      to={categoryId => productListUrl.href(look, { categoryId })}
    />
    <FilterSelect
      label="Voorraad"
      value={look.stock}
      all="Elke voorraad"
      options={StockLevel.options.map(value => ({ value, name: levelNames[value] }))}
      to={stock => productListUrl.href(look, { stock })}
    />
    <FilterSelect
      label="Status"
      value={look.active}
      all="Actief of niet"
      options={states}
      to={active => productListUrl.href(look, { active })}
    />
    <FilterSelect
      label="Sorteren"
      value={look.sort}
      options={ProductListSort.options.map(value => ({ value, name: sortNames[value] }))}
      to={sort => productListUrl.href(look, sort && { sort })}
      className="md:hidden"
    />
  </div>
)

const states = [
  { value: 'true', name: 'Actief' },
  { value: 'false', name: 'Niet actief' },
] as const
