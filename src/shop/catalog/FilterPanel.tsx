import { Button } from '../../ui/components/Button.tsx'
import { CategoryFilter } from './CategoryFilter.tsx'
import type { Category, ProductSearchResult } from './contract.ts'
import {
  type ProductFilters,
  countActiveFilters,
  defaultFilters,
  withCategory,
  withFilter,
} from './filters.rules.ts'
import { PriceFilter } from './PriceFilter.tsx'

interface FilterPanelProps {
  categories: Category[]
  filters: ProductFilters
  facets: ProductSearchResult['facets']['categories'] | undefined
  onChange: (next: ProductFilters) => void
}

/** The category and price filters: a column on a large screen, in a drawer on a phone. */
export const FilterPanel = ({ categories, filters, facets, onChange }: FilterPanelProps) => (
  <div className="grid gap-8">
    <CategoryFilter
      categories={categories}
      chosen={filters.category}
      facets={facets}
      onChoose={(id, chosen) => onChange(withCategory(filters, id, chosen))}
    />
    <PriceFilter
      min={filters.min}
      max={filters.max}
      onChange={price => onChange(withFilter(filters, price))}
    />
    {countActiveFilters(filters) > 0 && (
      <Button
        variant="link"
        className="min-h-6 justify-self-start text-small"
        onClick={() => onChange({ ...defaultFilters, q: filters.q, sort: filters.sort })}
      >
        Wis filters
      </Button>
    )}
  </div>
)
