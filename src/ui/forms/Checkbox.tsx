import { Check } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { cn } from '../components/cn.ts'
import { FieldError } from './Field.tsx'

type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'children'> & {
  /** The text next to the box. */
  children: ReactNode
  error?: string | undefined
}

/** A native checkbox with our styles, so that `register('…')` and screen readers work with it. */
export function Checkbox({ children, error, className, ...props }: CheckboxProps) {
  const id = useId()
  return (
    <div className={cn('grid gap-1.5', className)}>
      <label className="flex items-start gap-3 has-disabled:opacity-60">
        <span className="relative mt-0.5 grid size-5.5 shrink-0 place-items-center">
          <input
            type="checkbox"
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? id : undefined}
            className={cn(
              'peer absolute inset-0 appearance-none rounded-[6px] border border-line-strong bg-surface transition-colors duration-150',
              'checked:border-accent checked:bg-accent hover:border-ink aria-invalid:border-danger',
            )}
            {...props}
          />
          <Check
            className="pointer-events-none relative size-4 text-on-accent opacity-0 peer-checked:opacity-100"
            strokeWidth={3}
            aria-hidden
          />
        </span>
        <span className="text-small leading-6">{children}</span>
      </label>
      <FieldError id={id}>{error}</FieldError>
    </div>
  )
}

type RadioCardProps = Omit<ComponentProps<'input'>, 'type' | 'title' | 'children'> & {
  title: ReactNode
  /** At the right edge: a price, a badge. */
  aside?: ReactNode
  /** Below the title. */
  children?: ReactNode
}

/** A choice as a card that is a radio button as a whole; put several in a `<fieldset>` with a `<legend>`. */
export function RadioCard({ title, aside, children, className, ...props }: RadioCardProps) {
  return (
    <label
      className={cn(
        'flex flex-wrap gap-3 rounded-card border border-line-strong bg-surface base:p-4 transition-colors duration-150 hover:border-ink',
        'has-checked:border-accent-text has-checked:bg-accent-soft has-checked:inset-ring has-checked:inset-ring-accent-text',
        'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-text has-disabled:opacity-60',
        className,
      )}
    >
      <input
        type="radio"
        className="mt-0.5 size-5 shrink-0 appearance-none rounded-full border border-line-strong bg-surface outline-none transition-[border-width] duration-150 checked:border-6 checked:border-accent-text"
        {...props}
      />
      <span className="grid min-w-0 grow basis-[8rem] content-start gap-0.5">
        <span className="font-medium">{title}</span>
        {children && <span className="text-small text-ink-soft">{children}</span>}
      </span>
      {aside && <span className="ml-auto shrink-0 text-right">{aside}</span>}
    </label>
  )
}
