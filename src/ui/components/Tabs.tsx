import { Tabs as Radix } from 'radix-ui'
import type { ComponentProps } from 'react'
import { cn } from './cn.ts'

export const Tabs = Radix.Root

export const TabList = ({ className, ...props }: ComponentProps<typeof Radix.List>) => (
  <Radix.List className={cn('flex gap-6 border-b border-line', className)} {...props} />
)

export const Tab = ({ className, ...props }: ComponentProps<typeof Radix.Trigger>) => (
  <Radix.Trigger
    className={cn(
      // The ring is drawn inside: a list that scrolls cuts off what is outside.
      '-mx-1.5 base:-mb-px min-h-12 border-b-2 border-transparent px-1.5 font-medium text-ink-faint transition-colors duration-150 hover:text-ink',
      'data-[state=active]:border-accent-text data-[state=active]:text-ink',
      'focus-visible:rounded-inner focus-visible:-outline-offset-2',
      className,
    )}
    {...props}
  />
)

export const TabPanel = ({ className, ...props }: ComponentProps<typeof Radix.Content>) => (
  <Radix.Content className={cn('pt-8', className)} {...props} />
)
