import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { Select } from '../web/ui/Field.tsx'
import { SearchBox } from '../web/ui/SearchBox.tsx'
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
export function AdminProductFilters({ look, categories }: AdminProductFiltersProps) {
  const navigate = useNavigate()
  const go = (change: Partial<ShelfLook>) =>
    void navigate(shelfLooks.address(look, change), { preventScrollReset: true })
  return (
    <div className="mb-5 grid grid-cols-2 gap-3 md:flex md:flex-wrap">
      <SearchBox
        label="Zoek op naam of SKU"
        value={look.q}
        to={q => shelfLooks.address(look, { q })}
        className="col-span-2 md:w-72 md:grow lg:max-w-md"
      />
      <Filter label="Categorie" value={look.categoryId} onChoose={categoryId => go({ categoryId })}>
        <option value="">Alle categorieën</option>
        {categories.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Filter>
      <Filter
        label="Voorraad"
        value={look.stock}
        onChoose={stock => go({ stock: StockLevel.optional().parse(stock) })}
      >
        <option value="">Elke voorraad</option>
        {StockLevel.options.map(level => (
          <option key={level} value={level}>
            {levelNames[level]}
          </option>
        ))}
      </Filter>
      <Filter
        label="Status"
        value={look.active}
        onChoose={active => go({ active: active as ShelfLook['active'] })}
      >
        <option value="">Actief of niet</option>
        <option value="true">Actief</option>
        <option value="false">Niet actief</option>
      </Filter>
      <Filter
        label="Sorteren"
        value={look.sort}
        onChoose={sort => go({ sort: ShelfSort.parse(sort) })}
        className="md:hidden"
      >
        {ShelfSort.options.map(sort => (
          <option key={sort} value={sort}>
            {sortNames[sort]}
          </option>
        ))}
      </Filter>
    </div>
  )
}

interface FilterProps {
  label: string
  value: string | undefined
  onChoose: (value: string | undefined) => void
  className?: string
  children: ReactNode
}

const Filter = ({ label, value, onChoose, className, children }: FilterProps) => (
  <div className={className}>
    <Select
      aria-label={label}
      value={value ?? ''}
      onChange={event => onChoose(event.target.value || undefined)}
      className="h-11 text-small md:w-auto"
    >
      {children}
    </Select>
  </div>
)
