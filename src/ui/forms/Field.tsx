import { createContext, type ComponentProps, type ReactNode, use, useId } from 'react'
import { cn } from '../components/cn.ts'

interface FieldState {
  id: string
  describedBy: string | undefined
  invalid: boolean
  required: boolean
}

const FieldContext = createContext<FieldState | null>(null)

/** The attributes that a control inside a `Field` needs for its label, hint and error. */
function useFieldProps() {
  const field = use(FieldContext)
  if (!field) return {}
  return {
    id: field.id,
    'aria-describedby': field.describedBy,
    'aria-invalid': field.invalid || undefined,
    'aria-required': field.required || undefined,
  }
}

interface FieldProps {
  label: string
  /** The field's error message; the hint stays visible. */
  error?: string | undefined
  hint?: ReactNode
  /** Shows "(niet verplicht)"; every other field is announced as required. */
  optional?: boolean
  className?: string
  children: ReactNode
}

/**
 * A label, one control and its messages, linked for mouse and screen reader. With React Hook Form: `<Field label="Stad"
 * error={errors.city?.message}><Input {...register('city')} /></Field>`.
 */
export function Field({ label, error, hint, optional = false, className, children }: FieldProps) {
  const id = useId()
  const parts = [hint ? `${id}-hint` : null, error ? `${id}-error` : null].filter(part => part !== null)
  const facts = {
    id,
    describedBy: parts.join(' ') || undefined,
    invalid: Boolean(error),
    required: !optional,
  }
  return (
    <div className={cn('grid grid-cols-1 gap-1.5', className)}>
      <label htmlFor={id} className="text-small font-medium">
        {label}
        {optional && (
          <>
            {' '}
            <span className="font-normal whitespace-nowrap text-ink-faint">(niet verplicht)</span>
          </>
        )}
      </label>
      <FieldContext value={facts}>{children}</FieldContext>
      {hint && (
        <p id={`${id}-hint`} className="text-small text-ink-faint">
          {hint}
        </p>
      )}
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </div>
  )
}

/** The error below a control; renders nothing without one. */
export function FieldError({ id, children }: { id?: string; children?: ReactNode }) {
  if (!children) return null
  return (
    <p id={id} ref={showAtFocus} role="alert" className="text-small font-medium text-danger">
      {children}
    </p>
  )
}

/** A message of the field in which the focus is must not be hidden by the edge of a sheet; one of another field must not scroll it away. */
function showAtFocus(message: Element | null): void {
  if (message?.parentElement?.contains(document.activeElement)) message.scrollIntoView({ block: 'nearest' })
}

const control = [
  'base:w-full base:rounded-card border border-line-strong base:bg-surface base:px-4 base:text-base text-ink transition-colors duration-150',
  'placeholder:text-ink-faint hover:border-ink focus-visible:border-accent-text aria-invalid:border-danger',
  'disabled:opacity-60',
]

export function Input({ className, type = 'text', ...props }: ComponentProps<'input'>) {
  return <input type={type} className={cn(control, 'base:h-12', className)} {...useFieldProps()} {...props} />
}

export function Textarea({ className, rows = 4, ...props }: ComponentProps<'textarea'>) {
  return (
    <textarea rows={rows} className={cn(control, 'base:py-3', className)} {...useFieldProps()} {...props} />
  )
}

/** The native select: the best one on a phone, and accessible everywhere. */
export function Select({ className, children, ...props }: ComponentProps<'select'>) {
  return (
    <select
      className={cn(
        control,
        'base:h-12 appearance-none bg-[position:right_1rem_center] bg-no-repeat pr-10 select-arrow',
        className,
      )}
      {...useFieldProps()}
      {...props}
    >
      {children}
    </select>
  )
}
