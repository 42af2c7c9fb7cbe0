import { type ComponentProps, createContext, type KeyboardEvent, use, useId, useState } from 'react'
import { cn } from './cn.ts'

interface TabsState {
  id: string
  value: string
  choose: (value: string) => void
}

const TabsContext = createContext<TabsState>({ id: '', value: '', choose: () => undefined })

type TabsProps = ComponentProps<'div'> & {
  /** The chosen tab, of a parent that keeps it. */
  value?: string
  /** The tab to begin with, without such a parent. */
  defaultValue?: string
  onValueChange?: (value: string) => void
}

/**
 * Tabs by the pattern of the ARIA Authoring Practices: one of them is in the order of Tab, arrows, Home and End choose another.
 * `<Tabs defaultValue="one"><TabList aria-label="…"><Tab value="one">…</Tab></TabList><TabPanel value="one">…</TabPanel></Tabs>`
 */
export function Tabs({ value, defaultValue = '', onValueChange, ...props }: TabsProps) {
  const id = useId()
  const [own, setOwn] = useState(defaultValue)
  const choose = (next: string) => {
    setOwn(next)
    onValueChange?.(next)
  }
  return (
    <TabsContext value={{ id, value: value ?? own, choose }}>
      <div {...props} />
    </TabsContext>
  )
}

export const TabList = ({ className, ...props }: ComponentProps<'div'>) => (
  <div role="tablist" className={cn('flex gap-6 border-b border-line', className)} {...props} />
)

const steps: Partial<Record<string, (index: number, count: number) => number>> = {
  ArrowRight: (index, count) => (index + 1) % count,
  ArrowLeft: (index, count) => (index - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
}

function focusNeighbour(event: KeyboardEvent<HTMLElement>): void {
  const list = event.currentTarget.closest('[role=tablist]')
  const tabs = [...(list?.querySelectorAll<HTMLElement>('[role=tab]') ?? [])]
  const next = steps[event.key]?.(tabs.indexOf(event.currentTarget), tabs.length)
  if (next === undefined) return
  event.preventDefault()
  tabs[next]?.focus()
}

type TabProps = ComponentProps<'button'> & { value: string }

export function Tab({ value, className, ...props }: TabProps) {
  const tabs = use(TabsContext)
  const isChosen = tabs.value === value
  return (
    <button
      type="button"
      role="tab"
      id={`${tabs.id}-tab-${value}`}
      aria-selected={isChosen}
      aria-controls={`${tabs.id}-panel-${value}`}
      tabIndex={isChosen ? 0 : -1}
      onKeyDown={focusNeighbour}
      onClick={() => tabs.choose(value)}
      onFocus={() => isChosen || tabs.choose(value)}
      className={cn(
        // The ring is drawn inside, because a list that scrolls cuts off a ring outside.
        '-mx-1.5 base:-mb-px min-h-12 border-b-2 px-1.5 font-medium transition-colors duration-150',
        'focus-visible:rounded-inner focus-visible:-outline-offset-2',
        isChosen ? 'border-accent-text text-ink' : 'border-transparent text-ink-faint hover:text-ink',
        className,
      )}
      {...props}
    />
  )
}

/** The panel of a tab; mounted while its tab is chosen. */
export function TabPanel({
  value,
  className,
  children,
  ...props
}: ComponentProps<'div'> & { value: string }) {
  const tabs = use(TabsContext)
  const isChosen = tabs.value === value
  return (
    <div
      role="tabpanel"
      id={`${tabs.id}-panel-${value}`}
      aria-labelledby={`${tabs.id}-tab-${value}`}
      hidden={!isChosen}
      tabIndex={0}
      className={cn('base:pt-8', className)}
      {...props}
    >
      {isChosen && children}
    </div>
  )
}
