import { Slider as Radix } from 'radix-ui'
import type { ComponentProps } from 'react'
import { cn } from './cn.ts'

type SliderProps = Omit<ComponentProps<typeof Radix.Root>, 'aria-label' | 'children'> & {
  /** One label per thumb: `['Volume']`, or `['Laagste prijs', 'Hoogste prijs']` for a range. */
  thumbs: string[]
  /** The text of a value for screen readers, e.g. `€ 25`. */
  valueText?: (value: number) => string
}

/** One thumb, or two for a range; operated by drag, arrows, Page Up and Down, Home and End. */
export function Slider({ thumbs, valueText, className, ...props }: SliderProps) {
  const values = props.value ?? props.defaultValue ?? []
  return (
    <Radix.Root
      className={cn(
        'relative flex h-11 w-full touch-none items-center select-none data-disabled:opacity-50',
        className,
      )}
      {...props}
    >
      <Radix.Track className="relative h-1.5 grow overflow-hidden rounded-full bg-ink/12">
        <Radix.Range className="absolute h-full rounded-full bg-accent" />
      </Radix.Track>
      {thumbs.map((name, index) => (
        <Radix.Thumb
          key={name}
          aria-label={name}
          aria-valuetext={valueText?.(values[index] ?? props.min ?? 0)}
          className="block size-7 rounded-full border border-line-strong bg-raised shadow-soft transition-colors hover:border-ink focus-visible:outline-2 focus-visible:outline-offset-2 focus-visible:outline-accent-text"
        />
      ))}
    </Radix.Root>
  )
}
