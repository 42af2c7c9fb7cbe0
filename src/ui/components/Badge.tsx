import { cva, type VariantProps } from 'class-variance-authority'
import type { ComponentProps } from 'react'
import { cn } from './cn.ts'

const style = cva(
  'inline-flex items-center gap-1 rounded-full px-2.5 py-0.5 text-tiny font-semibold whitespace-nowrap [&_svg]:size-3.5',
  {
    variants: {
      tone: {
        neutral: 'base:bg-ink/8 base:text-ink-soft',
        accent: 'base:bg-accent-soft base:text-accent-text',
        live: 'base:bg-live-soft base:text-live-text',
        model: 'base:bg-model-soft base:text-model',
        green: 'base:bg-green-soft base:text-green',
        blue: 'base:bg-blue-soft base:text-blue',
        yellow: 'base:bg-yellow-soft base:text-yellow',
        danger: 'base:bg-danger-soft base:text-danger',
        outline: 'border border-line-strong base:text-ink-soft',
      },
    },
    defaultVariants: { tone: 'neutral' },
  },
)

export type BadgeTone = NonNullable<VariantProps<typeof style>['tone']>

/** A short label: a status, a role, low stock. */
export function Badge({ tone, className, ...props }: ComponentProps<'span'> & { tone?: BadgeTone }) {
  return <span className={cn(style({ tone }), className)} {...props} />
}

/** A count on the corner of an icon button; the parent is `relative`, and its label contains the number. */
export function CountBadge({ count }: { count: number }) {
  if (count <= 0) return null
  return (
    <span
      key={count}
      aria-hidden
      className="figures absolute top-0.5 right-0 grid h-4.5 min-w-4.5 animate-pop place-items-center rounded-full bg-accent px-1 text-[0.6875rem] leading-none font-semibold text-on-accent"
    >
      {count > 99 ? '99+' : count}
    </span>
  )
}
