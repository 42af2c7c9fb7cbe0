import { cn } from '../components/cn.ts'

interface SegmentsProps<Value> {
  /** The label: "Periode". */
  label: string
  options: readonly { value: Value; name: string }[]
  value: Value
  onChange: (value: Value) => void
  className?: string
}

/** A choice from a few visible options, applied at once. */
export function SegmentedControl<Value extends string | number>({
  label,
  options,
  value: chosen,
  onChange: onChoose,
  className,
}: SegmentsProps<Value>) {
  return (
    <div
      role="group"
      aria-label={label}
      className={cn('flex flex-wrap rounded-card bg-ink/6 p-1 max-sm:w-full', className)}
    >
      {options.map(({ value, name }) => (
        <button
          key={value}
          type="button"
          aria-pressed={value === chosen}
          onClick={() => onChoose(value)}
          className="min-h-9 grow rounded-inner px-2 text-small whitespace-nowrap text-ink-soft transition-colors hover:text-ink aria-pressed:bg-raised aria-pressed:font-medium aria-pressed:inset-ring aria-pressed:inset-ring-line aria-pressed:text-ink aria-pressed:shadow-soft sm:px-3"
        >
          {name}
        </button>
      ))}
    </div>
  )
}
