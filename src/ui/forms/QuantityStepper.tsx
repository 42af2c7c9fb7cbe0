import { Minus, Plus } from 'lucide-react'
import { Button } from '../components/Button.tsx'

interface QuantityChoiceProps {
  /** The name of the product, for screen readers. */
  name: string
  value: number
  max: number
  onChange: (value: number) => void
}

/** A number of units, at least 1. */
export const QuantityStepper = ({ name, value, max: most, onChange }: QuantityChoiceProps) => (
  <div
    role="group"
    aria-label={`Aantal van ${name}`}
    className="flex h-14 shrink-0 items-center rounded-card border border-line-strong bg-surface px-0.5"
  >
    <Button
      variant="quiet"
      size="icon"
      aria-label="Eén minder"
      disabled={value <= 1}
      onClick={() => onChange(value - 1)}
    >
      <Minus aria-hidden />
    </Button>
    <output className="figures min-w-7 px-0.5 text-center font-medium">{value}</output>
    <Button
      variant="quiet"
      size="icon"
      aria-label="Eén meer"
      disabled={value >= most}
      onClick={() => onChange(value + 1)}
    >
      <Plus aria-hidden />
    </Button>
  </div>
)
