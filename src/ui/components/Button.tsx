import { cva, type VariantProps } from 'class-variance-authority'
import { cloneElement, type ComponentProps, isValidElement, type ReactElement } from 'react'
import { cn } from './cn.ts'
import { Spinner } from './Spinner.tsx'

const style = cva(
  [
    'relative inline-flex base:shrink-0 items-center justify-center gap-2 rounded-card font-medium base:whitespace-nowrap select-none',
    'transition-colors duration-150 disabled:opacity-50 [&_svg]:size-[1.15em] [&_svg]:shrink-0',
  ],
  {
    variants: {
      variant: {
        primary: 'bg-accent text-on-accent not-disabled:hover:bg-accent-strong',
        secondary: 'border border-line-strong bg-surface base:text-ink not-disabled:hover:border-ink',
        quiet: 'base:text-ink not-disabled:hover:bg-ink/6',
        danger: 'bg-danger-fill text-on-accent not-disabled:hover:brightness-90',
        live: 'bg-live text-on-live not-disabled:hover:brightness-95',
        link: 'text-accent-text underline decoration-1 underline-offset-4 not-disabled:hover:decoration-2',
      },
      size: {
        sm: 'base:h-10 base:px-4 base:text-small',
        md: 'base:h-12 base:px-6 base:text-base',
        // Of the size of the screen: with large text its words take two lines.
        lg: 'base:min-h-14 base:px-8 base:py-1 base:text-base whitespace-normal',
        icon: 'base:size-11 base:text-base',
      },
    },
    compoundVariants: [{ variant: 'link', className: 'h-auto px-0' }],
    defaultVariants: { variant: 'primary', size: 'md' },
  },
)

type ButtonProps = ComponentProps<'button'> &
  VariantProps<typeof style> & {
    /** While work is pending, the button keeps its width and its name, shows a spinner and ignores clicks. */
    busy?: boolean
    /** Applies the styles of a button to the only child (a `Link`) instead of rendering a button. */
    asChild?: boolean
  }

export function Button({ variant, size, busy = false, asChild = false, className, ...props }: ButtonProps) {
  const classes = cn(style({ variant, size }), className)
  const { children, ...others } = props
  if (asChild && isValidElement(children)) {
    const child = children as ReactElement<{ className?: string }>
    return cloneElement(child, { ...others, className: cn(classes, child.props.className) })
  }
  const { disabled, type = 'button', ...rest } = others
  return (
    <button
      type={type}
      className={classes}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      {...rest}
    >
      {busy && <Spinner className="absolute inset-0 m-auto" label="Bezig" />}
      {busy ? <span className="inline-flex items-center gap-2 opacity-0">{children}</span> : children}
    </button>
  )
}
