import { useId } from 'react'
import { Checkbox } from '../../ui/components/Checkbox.tsx'
import { cn } from '../../ui/components/cn.ts'
import type { Category, ProductSearchResult } from './contract.ts'

interface CategoryFilterProps {
  categories: Category[]
  /** Ids of the selected categories. */
  chosen: string[]
  /** The number of hits of each category; undefined while loading. */
  facets: ProductSearchResult['facets']['categories'] | undefined
  onChoose: (id: string, chosen: boolean) => void
}

/** Lists all categories in a fixed order, also those without hits, so that items do not move while they are clicked. */
export function CategoryFilter({ categories, chosen, facets, onChoose }: CategoryFilterProps) {
  const heading = useId()
  if (categories.length === 0) return null
  return (
    <section role="group" aria-labelledby={heading} className="grid gap-2">
      <h3 id={heading} className="font-semibold">
        Categorie
      </h3>
      <ul>
        {categories.map(({ id, name }) => (
          <li key={id}>
            <CategoryBox
              name={name}
              count={facets && (facets.find(facet => facet.id === id)?.count ?? 0)}
              checked={chosen.includes(id)}
              onChoose={checked => onChoose(id, checked)}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

interface CategoryBoxProps {
  name: string
  count: number | undefined
  checked: boolean
  onChoose: (checked: boolean) => void
}

const CategoryBox = ({ name, count, checked, onChoose }: CategoryBoxProps) => (
  <Checkbox
    checked={checked}
    onChange={event => onChoose(event.target.checked)}
    className="[&>label]:min-h-11 [&>label]:items-center [&>label>span]:mt-0 [&>label>span:last-child]:grow"
  >
    <span className={cn('flex justify-between gap-3', count === 0 && !checked && 'text-ink-faint')}>
      {name}
      {count !== undefined && (
        <span className="figures text-ink-faint">
          <span className="sr-only">, </span>
          {count}
          <span className="sr-only">{count === 1 ? ' product' : ' producten'}</span>
        </span>
      )}
    </span>
  </Checkbox>
)
