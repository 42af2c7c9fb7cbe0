import { Check } from 'lucide-react'
import { cn } from './cn.ts'

/** The current step of a short sequence; `current` counts from 0. */
export function StepIndicator({
  names,
  current,
  className,
}: {
  names: string[]
  current: number
  className?: string
}) {
  return (
    <ol aria-label="Stappen" className={cn('flex flex-wrap items-center gap-2', className)}>
      {names.map((name, index) => (
        <li
          key={name}
          aria-current={index === current ? 'step' : undefined}
          className={cn(
            'flex items-center gap-2 text-small not-first:grow not-first:before:h-px not-first:before:min-w-3 not-first:before:grow not-first:before:bg-line-strong',
            index > current ? 'text-ink-faint' : 'font-semibold text-ink',
          )}
        >
          <span
            aria-hidden
            className={cn(
              'figures grid size-7 shrink-0 place-items-center rounded-full border text-tiny font-semibold transition-colors',
              index === current && 'border-accent bg-accent text-on-accent',
              index < current && 'border-accent-text text-accent-text',
              index > current && 'border-line-strong text-ink-faint',
            )}
          >
            {index < current ? <Check className="size-4" strokeWidth={2.5} /> : index + 1}
          </span>
          {/* On a phone, four names do not fit: the others are read out only. */}
          <span className={cn(names.length > 3 && index !== current && 'max-sm:sr-only')}>{name}</span>
          {index < current && <span className="sr-only">(klaar)</span>}
        </li>
      ))}
    </ol>
  )
}
