import { Switch as Radix } from 'radix-ui'
import type { ComponentProps } from 'react'
import { cn } from '../components/cn.ts'

/** A switch that is applied at once; label it with `aria-label` or a `<label>`. */
export function Switch({ className, ...props }: Omit<ComponentProps<typeof Radix.Root>, 'children'>) {
  return (
    <Radix.Root
      className={cn(
        'relative h-7 w-12 shrink-0 rounded-full border border-line-strong bg-ink/10 transition-colors duration-150 disabled:opacity-60',
        'after:absolute after:-inset-2 data-[state=checked]:border-transparent data-[state=checked]:bg-live',
        className,
      )}
      {...props}
    >
      <Radix.Thumb className="block size-5 translate-x-1 rounded-full bg-ink-soft transition-transform duration-150 data-[state=checked]:translate-x-6 data-[state=checked]:bg-on-live" />
    </Radix.Root>
  )
}
