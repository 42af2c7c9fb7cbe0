import { cn } from './cn.ts'

/** A placeholder while content loads; give it the size of the content, to avoid a layout shift. */
export const Skeleton = ({ className }: { className?: string }) => (
  <div aria-hidden className={cn('animate-breathe base:rounded-inner bg-ink/8', className)} />
)
