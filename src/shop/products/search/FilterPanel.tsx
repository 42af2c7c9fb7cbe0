import { useEffect, useEffectEvent, useId, useState } from 'react'
import { Button } from '../../../ui/components/Button.tsx'
import type { Category, ProductSearchResult } from '../catalog/contract.ts'
import {
  countActiveFilters,
  defaultFilters,
  formatPriceRange,
  PRICE_SLIDER_MAX,
  PRICE_SLIDER_STEP,
  type ProductFilters,
  withCategory,
  withFilter,
} from './filters.rules.ts'
import { Checkbox } from '../../../ui/forms/Checkbox.tsx'
import { cn } from '../../../ui/components/cn.ts'
import { OptionFilters } from './OptionFilters.tsx'
import { Slider } from '../../../ui/forms/Slider.tsx'

interface FilterPanelProps {
  categories: Category[]
  filters: ProductFilters
  /** Undefined while loading. */
  facets: ProductSearchResult['facets'] | undefined
  onChange: (next: ProductFilters) => void
}

/** The filters by category, option and price: a column on a large screen, in a drawer on a phone. */
export const FilterPanel = (props: FilterPanelProps) => {
  const { filters, facets, onChange } = props
  return (
    <div className="grid gap-8">
      <CategoryFilter {...props} />
      <OptionFilters filters={filters} facets={facets?.options} onChange={onChange} />
      <PriceFilter filters={filters} onChange={onChange} />
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
}

/** Lists all categories in a fixed order, also those without hits, so that items do not move while they are clicked. */
function CategoryFilter({ categories, filters, facets, onChange }: FilterPanelProps) {
  const heading = useId()
  if (categories.length === 0) return null
  return (
    <section role="group" aria-labelledby={heading} className="grid gap-2">
      <h2 id={heading} className="font-semibold">
        Categorie
      </h2>
      <ul>
        {categories.map(({ id, name }) => {
          const count = facets && (facets.categories.find(facet => facet.id === id)?.count ?? 0)
          const isChosen = filters.category.includes(id)
          return (
            <li key={id}>
              <Checkbox
                checked={isChosen}
                onChange={event => onChange(withCategory(filters, id, event.target.checked))}
                className="[&>label]:min-h-11 [&>label]:items-center [&>label>span]:mt-0 [&>label>span:last-child]:grow"
              >
                <span
                  className={cn('flex justify-between gap-3', count === 0 && !isChosen && 'text-ink-faint')}
                >
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
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** Delay in milliseconds after the last arrow key, so that a movement makes one search and one history entry. */
const DEBOUNCE_MS = 250

/** The price range: the slider moves at once, and the results follow after the delay. */
function PriceFilter({ filters, onChange }: Pick<FilterPanelProps, 'filters' | 'onChange'>) {
  const heading = useId()
  const { range, move } = useDebouncedRange(filters, price => onChange(withFilter(filters, price)))
  return (
    <section aria-labelledby={heading} className="grid gap-1">
      <div className="flex items-baseline justify-between gap-3">
        <h2 id={heading} className="font-semibold">
          Prijs
        </h2>
        <p className="figures text-small text-ink-soft">{formatPriceRange(range[0], range[1])}</p>
      </div>
      <Slider
        thumbs={['Laagste prijs', 'Hoogste prijs']}
        valueText={euros => (euros === PRICE_SLIDER_MAX ? `€ ${euros} of meer` : `€ ${euros}`)}
        min={0}
        max={PRICE_SLIDER_MAX}
        step={PRICE_SLIDER_STEP}
        minStepsBetweenThumbs={1}
        value={range}
        onValueChange={([from = 0, to = PRICE_SLIDER_MAX]) => move([from, to])}
      />
    </section>
  )
}

type Range = [min: number, max: number]

type Price = Pick<ProductFilters, 'min' | 'max'>

/** The range while the slider moves; calls `onChange` after `DEBOUNCE_MS`. */
function useDebouncedRange({ min, max }: Price, onChange: (price: Price) => void) {
  const [moved, setMoved] = useState<Range | null>(null)
  const rest = useEffectEvent((range: Range) => {
    setMoved(null)
    if (range[0] !== min || range[1] !== max) onChange({ min: range[0], max: range[1] })
  })
  useEffect(() => {
    if (!moved) return
    const timer = setTimeout(() => rest(moved), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [moved])
  return { range: moved ?? ([min, max] satisfies Range), move: setMoved }
}
