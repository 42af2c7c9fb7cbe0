import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

interface EmptyStateProps {
  icon: LucideIcon
  title: ReactNode
  /** `h1` where nothing else is on the page. */
  heading?: 'h1' | 'h2'
  children?: ReactNode
  /** The next action: a button or a link. */
  action?: ReactNode
}

/** A message for an empty list, with a next action. */
export function EmptyState({
  icon: Icon,
  title,
  heading: Heading = 'h2',
  children,
  action,
}: EmptyStateProps) {
  return (
    <div className="grid justify-items-center gap-3 px-4 py-16 text-center">
      <span className="grid size-14 place-items-center rounded-full bg-accent-soft text-accent-text">
        <Icon className="size-6" strokeWidth={1.5} aria-hidden />
      </span>
      <Heading className="display text-heading">{title}</Heading>
      {children && <p className="max-w-md text-ink-soft">{children}</p>}
      {action && <div className="pt-3">{action}</div>}
    </div>
  )
}
