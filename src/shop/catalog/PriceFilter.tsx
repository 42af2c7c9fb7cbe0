import { useEffect, useEffectEvent, useId, useState } from 'react'
import { Slider } from '../../ui/components/Slider.tsx'
import { PRICE_SLIDER_MAX, PRICE_SLIDER_STEP, formatPriceRange } from './filters.rules.ts'

interface PriceFilterProps {
  /** Whole euros. */
  min: number
  max: number
  onChange: (price: { min: number; max: number }) => void
}

/** Delay in milliseconds after the last arrow key, so that a movement makes one search and one history entry. */
const DEBOUNCE_MS = 250

/** The price range: the slider moves at once, and the results follow after the delay. */
export function PriceFilter({ min, max, onChange }: PriceFilterProps) {
  const heading = useId()
  const { range, move } = useDebouncedRange(min, max, onChange)
  return (
    <section aria-labelledby={heading} className="grid gap-1">
      <div className="flex items-baseline justify-between gap-3">
        <h3 id={heading} className="font-semibold">
          Prijs
        </h3>
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

/** The range while the slider moves; calls `onChange` after `DEBOUNCE_MS`. */
function useDebouncedRange(min: number, max: number, onChange: PriceFilterProps['onChange']) {
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
