import type { ComponentProps } from 'react'
import { cn } from '../../../ui/components/cn.ts'
import { isColourOption, swatchColour } from './colours.rules.ts'

type OptionPillProps = Omit<ComponentProps<'input'>, 'type' | 'value' | 'className'> & {
  type: 'radio' | 'checkbox'
  /** The option that the value is of: colours have a swatch. */
  option: string
  value: string
  /** Where many stand in a narrow column. */
  isCompact?: boolean
  look?: 'available' | 'soldOut' | 'missing'
}

/** A value of an option, as a native radio button or checkbox that is a pill as a whole. Its children stand beside the value. */
export function OptionPill({
  option,
  value,
  look = 'available',
  children,
  isCompact = false,
  ...props
}: OptionPillProps) {
  const swatch = isColourOption(option) ? swatchColour(value) : undefined
  return (
    <label
      className={cn(
        'relative inline-flex min-h-11 cursor-pointer items-center justify-center gap-2 rounded-full border bg-surface py-1.5 text-small font-medium transition-colors duration-150',
        'has-checked:border-accent-text has-checked:bg-accent-soft has-checked:inset-ring has-checked:inset-ring-accent-text',
        'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-text',
        'border-line-strong not-has-checked:hover:border-ink',
        look === 'missing' && 'border-dashed',
        look !== 'available' && 'not-has-checked:text-ink-faint',
        isCompact ? 'min-w-11 pr-3' : 'min-w-12 pr-4',
        swatch ? 'pl-2.5' : isCompact ? 'pl-3' : 'pl-4',
      )}
    >
      <input
        value={value}
        className="absolute inset-0 cursor-pointer appearance-none rounded-full outline-none"
        {...props}
      />
      {swatch && (
        <span
          aria-hidden
          className={cn(
            'size-5.5 shrink-0 rounded-full inset-ring inset-ring-ink/20',
            look !== 'available' && 'opacity-55',
          )}
          style={{ backgroundColor: swatch }}
        />
      )}
      <span
        className={cn('min-w-0 text-left wrap-anywhere', look === 'soldOut' && 'line-through decoration-1')}
      >
        {value}
      </span>
      {children}
    </label>
  )
}
