import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Category } from '../catalog/contract.ts'
import { matchCategories, defaultFilters, shopPath } from './filters.rules.ts'

/** Links to the categories whose names match the search. */
export function CategoryHits({ categories, q }: { categories: Category[]; q: string }) {
  const hits = matchCategories(categories, q)
  if (hits.length === 0) return null
  return (
    <div className="mb-6">
      <CategoryLinks categories={hits} label="Gevonden categorieën">
        <span className="mr-1 text-small text-ink-soft">In categorie</span>
      </CategoryLinks>
    </div>
  )
}

interface CategoryLinksProps {
  categories: Category[]
  label: string
  children?: ReactNode
}

export function CategoryLinks({ categories, label, children }: CategoryLinksProps) {
  if (categories.length === 0) return null
  return (
    <nav aria-label={label} className="flex flex-wrap items-center gap-2">
      {children}
      {categories.map(({ id, name }) => (
        <Link
          key={id}
          to={shopPath({ ...defaultFilters, category: [id] })}
          className="flex h-10 items-center rounded-full border border-line-strong px-4 text-small font-medium transition-colors duration-150 hover:border-ink"
        >
          {name}
        </Link>
      ))}
    </nav>
  )
}
