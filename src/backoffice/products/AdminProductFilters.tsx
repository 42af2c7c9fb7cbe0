import { FilterChoice } from '../../ui/parts/FilterChoice.tsx'
import { SearchBox } from '../../ui/parts/SearchBox.tsx'
import { ShelfSort, type ShelvedCategory, StockLevel } from './contract.ts'
import { type ShelfLook, shelfLooks } from './hooks.ts'

const levelNames: Record<StockLevel, string> = {
  enough: 'Genoeg op voorraad',
  low: 'Bijna op (1 tot 5)',
  out: 'Uitverkocht',
}
const sortNames: Record<ShelfSort, string> = {
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
  look: ShelfLook
  categories: ShelvedCategory[]
}

/** What narrows the shelf; on a phone, where the table has no headings, its order as well. */
export const AdminProductFilters = ({ look, categories }: AdminProductFiltersProps) => (
  <div className="mb-5 grid grid-cols-2 gap-3 md:flex md:flex-wrap">
    <SearchBox
      label="Zoek op naam of SKU"
      value={look.q}
      to={q => shelfLooks.address(look, { q })}
      className="col-span-2 md:w-72 md:grow lg:max-w-md"
    />
    <FilterChoice
      label="Categorie"
      value={look.categoryId}
      all="Alle categorieën"
      options={categories.map(({ id, name }) => ({ value: id, name }))}
      to={categoryId => shelfLooks.address(look, { categoryId })}
    />
    <FilterChoice
      label="Voorraad"
      value={look.stock}
      all="Elke voorraad"
      options={StockLevel.options.map(value => ({ value, name: levelNames[value] }))}
      to={stock => shelfLooks.address(look, { stock })}
    />
    <FilterChoice
      label="Status"
      value={look.active}
      all="Actief of niet"
      options={states}
      to={active => shelfLooks.address(look, { active })}
    />
    <FilterChoice
      label="Sorteren"
      value={look.sort}
      options={ShelfSort.options.map(value => ({ value, name: sortNames[value] }))}
      to={sort => shelfLooks.address(look, sort && { sort })}
      className="md:hidden"
    />
  </div>
)

const states = [
  { value: 'true', name: 'Actief' },
  { value: 'false', name: 'Niet actief' },
] as const
