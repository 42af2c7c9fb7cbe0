import { Link } from 'react-router'
import type { Category } from './contract.ts'
import { matchCategories, defaultFilters, shopPath } from './filters.rules.ts'

/** Links to the categories whose names match the search. */
export function CategoryHits({ categories, q }: { categories: Category[]; q: string }) {
  const hits = matchCategories(categories, q)
  if (hits.length === 0) return null
  return (
    <nav aria-label="Gevonden categorieën" className="mb-6 flex flex-wrap items-center gap-2">
      <span className="mr-1 text-small text-ink-soft">In categorie</span>
      {hits.map(({ id, name }) => (
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
