import { type ReactNode, useId } from 'react'

interface AdminPartProps {
  title: string
  /** What the figures at the right are. */
  aside?: string
  children: ReactNode
  /** At the bottom edge, however little stands above it. */
  footer?: ReactNode
}

/** One of the small parts of the visitors' page. */
export function AdminAnalyticsCard({ title, aside, children, footer }: AdminPartProps) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="flex min-w-0 flex-col gap-4 rounded-card border border-line bg-surface p-4 sm:p-6"
    >
      <div className="flex items-baseline justify-between gap-4">
        <h2 id={id} className="font-semibold">
          {title}
        </h2>
        {aside && <span className="text-small text-ink-faint">{aside}</span>}
      </div>
      <div className="grow">{children}</div>
      {footer}
    </section>
  )
}
