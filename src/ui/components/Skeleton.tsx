import { cn } from './cn.ts'

/** The shape of what is coming; give it the size of the real thing, so nothing jumps. */
export const Skeleton = ({ className }: { className?: string }) => (
  <div aria-hidden className={cn('animate-breathe rounded-inner bg-ink/8', className)} />
)
