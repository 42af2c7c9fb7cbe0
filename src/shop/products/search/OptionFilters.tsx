import { X } from 'lucide-react'
import { useId, useState } from 'react'
import { Button } from '../../../ui/components/Button.tsx'
import type { ProductSearchResult } from '../catalog/contract.ts'
import {
  joinOption,
  optionFacets,
  type OptionFacet,
  type ProductFilters,
  splitOption,
  withOption,
} from './filters.rules.ts'
import { OptionPill } from '../variants/OptionPill.tsx'
import { optionTitle } from '../variants/choice.rules.ts'

interface OptionFiltersProps {
  filters: ProductFilters
  facets: ProductSearchResult['facets']['options']
  onChange: (next: ProductFilters) => void
}

/** The options that hits have, such as sizes and colours; values of one are alternatives. Renders nothing without any. */
export const OptionFilters = ({ filters, facets, onChange }: OptionFiltersProps) =>
  optionFacets(facets ?? [], filters.option).map(facet => (
    <OptionFilter key={facet.name} facet={facet} filters={filters} onChange={onChange} />
  ))

/** How many values are shown before one asks for all. */
const SHOWN_VALUES = 12

interface OptionFilterProps extends Pick<OptionFiltersProps, 'filters' | 'onChange'> {
  facet: OptionFacet
}

function OptionFilter({ facet: { name, values }, filters, onChange }: OptionFilterProps) {
  const heading = useId()
  const [isWhole, setWhole] = useState(false)
  const isChosen = (value: string) => filters.option.includes(joinOption(name, value))
  const hasMore = !isWhole && values.length > SHOWN_VALUES + 1
  const shown = hasMore
    ? values.filter(({ value }, index) => index < SHOWN_VALUES || isChosen(value))
    : values
  return (
    <section role="group" aria-labelledby={heading} className="grid gap-3">
      <h2 id={heading} className="font-semibold">
        {optionTitle(name)}
      </h2>
      <ul className="flex flex-wrap gap-2">
        {shown.map(({ value, count }) => (
          <li key={value} className="max-w-full">
            <OptionPill
              type="checkbox"
              option={name}
              value={value}
              checked={isChosen(value)}
              onChange={event => onChange(withOption(filters, joinOption(name, value), event.target.checked))}
              isCompact
            >
              <span className="figures font-normal text-ink-faint">
                <span className="sr-only">, </span>
                {count}
                <span className="sr-only">{count === 1 ? ' product' : ' producten'}</span>
              </span>
            </OptionPill>
          </li>
        ))}
      </ul>
      {hasMore && (
        <Button
          variant="link"
          className="min-h-6 justify-self-start text-small"
          onClick={() => setWhole(true)}
        >
          Toon alle {values.length}
        </Button>
      )}
    </section>
  )
}

/** The chosen options, each with a cross to take it back; renders nothing when nothing is. */
export function OptionChips({ filters, onChange }: Pick<OptionFiltersProps, 'filters' | 'onChange'>) {
  if (filters.option.length === 0) return null
  return (
    <ul aria-label="Gekozen opties" className="mb-6 flex flex-wrap gap-2">
      {filters.option.map(option => {
        const { name, value } = splitOption(option)
        return (
          <li key={option} className="max-w-full">
            <button
              type="button"
              className="inline-flex min-h-11 max-w-full items-center gap-1.5 rounded-full bg-ink/6 py-1.5 pr-3 pl-4 text-small font-medium transition-colors hover:bg-ink/10"
              onClick={() => onChange(withOption(filters, option, false))}
            >
              <span className="min-w-0 text-left wrap-anywhere">
                <span className="sr-only">Niet meer filteren op </span>
                {optionTitle(name)}: {value}
              </span>
              <X className="size-4 shrink-0 text-ink-soft" aria-hidden />
            </button>
          </li>
        )
      })}
    </ul>
  )
}
