import { useQuery, keepPreviousData } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { cn } from '../../ui/components/cn.ts'
import { Dialog, DialogContent } from '../../ui/dialogs/Dialog.tsx'
import { Input } from '../../ui/forms/Field.tsx'
import { plural } from '../../ui/format.ts'
import { moveOption, type PaletteGroup, type PaletteItem, paletteGroups, withRecent } from './rules.ts'
import { apiQuery } from '../../ui/call/hooks.ts'
import { searchBackoffice } from './contract.ts'

/** Milliseconds after the last key press. */
const DEBOUNCE_MS = 150

/** Only in memory: the names of customers do not stay on the device. */
let recent: PaletteItem[] = []

const PALETTE_FIELD = 'admin-palette-field'

interface AdminPaletteProps {
  pages: readonly PaletteItem[]
  onClose: () => void
  /** Gives the focus back. */
  onCloseAutoFocus: (event: Event) => void
  /** Below the results. */
  footer: ReactNode
}

/** Searches orders, customers, products, settings and pages of the back office, and goes there. */
export const AdminPalette = ({ onClose, onCloseAutoFocus, footer, pages }: AdminPaletteProps) => (
  <Dialog open onOpenChange={open => !open && onClose()}>
    <DialogContent
      title="Zoek en ga naar"
      footer={footer}
      onOpenAutoFocus={event => {
        event.preventDefault()
        document.getElementById(PALETTE_FIELD)?.focus()
      }}
      onCloseAutoFocus={onCloseAutoFocus}
      className="h-[min(92dvh,40rem)] sm:inset-y-auto sm:top-[10dvh] sm:h-[min(76dvh,36rem)] sm:w-[min(40rem,calc(100vw-3rem))]"
    >
      <Finder pages={pages} onClose={onClose} />
    </DialogContent>
  </Dialog>
)

function useDebounced(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}

function Finder({ pages, onClose }: Pick<AdminPaletteProps, 'pages' | 'onClose'>) {
  const navigate = useNavigate()
  const id = useId()
  const [text, setText] = useState('')
  const [active, setActive] = useState(0)
  const { data, isError } = useQuery(backofficeSearchQuery(useDebounced(text.trim())))
  const groups = paletteGroups(text, pages, recent, data)
  const items = groups.flatMap(group => group.items)
  const current = Math.min(active, Math.max(0, items.length - 1))
  const choose = (item: PaletteItem | undefined) => {
    if (!item) return
    recent = withRecent(recent, item)
    onClose()
    void navigate(item.to)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const next = moveOption(event.key, current, items.length)
    if (next !== undefined) setActive(next)
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing) choose(items[current])
    else return
    event.preventDefault()
  }
  return (
    <>
      <div className="sticky top-0 z-10 bg-paper pb-3">
        <Search className="pointer-events-none absolute top-3.5 left-3.5 size-5 text-ink-faint" aria-hidden />
        <Input
          id={PALETTE_FIELD}
          role="combobox"
          aria-label="Bestelling, gebruiker, product, instelling of pagina"
          aria-expanded={items.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={items.length > 0 ? `${id}-${current}` : undefined}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          placeholder="Nummer, naam, e-mailadres, SKU"
          value={text}
          onChange={event => (setText(event.target.value), setActive(0))}
          onKeyDown={onKeyDown}
          className="pl-11"
        />
      </div>
      <p role="status" className={cn('px-3 text-small text-ink-soft', items.length > 0 && 'sr-only')}>
        {isError ? 'Zoeken lukt nu even niet.' : plural(items.length, 'resultaat', 'resultaten')}
      </p>
      <OptionList id={id} groups={groups} active={current} onHover={setActive} onChoose={choose} />
    </>
  )
}

interface OptionListProps {
  id: string
  groups: PaletteGroup[]
  active: number
  onHover: (index: number) => void
  onChoose: (item: PaletteItem) => void
}

/** The focus stays in the field, which names the active option. */
function OptionList({ id, groups, active, onHover, onChoose }: OptionListProps) {
  const activeOption = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // In braces: its result is a promise in some browsers, which React would take for a clean-up.
    activeOption.current?.scrollIntoView({ block: 'nearest' })
  }, [active, groups])
  const starts = groups.map((_, index) =>
    groups.slice(0, index).reduce((sum, { items }) => sum + items.length, 0),
  )
  return (
    <div role="listbox" id={`${id}-list`} aria-label="Resultaten" className="-mx-2 grid gap-3">
      {groups.map(({ name, items }, groupIndex) => (
        <div key={name} role="group" aria-labelledby={`${id}-group-${groupIndex}`}>
          <p id={`${id}-group-${groupIndex}`} className="px-3 pb-1 text-tiny font-semibold text-ink-faint">
            {name}
          </p>
          {items.map((item, itemIndex) => {
            const index = (starts[groupIndex] ?? 0) + itemIndex
            const isActive = index === active
            return (
              <div
                key={item.to}
                id={`${id}-${index}`}
                ref={isActive ? activeOption : undefined}
                role="option"
                tabIndex={-1}
                aria-selected={isActive}
                onPointerMove={() => onHover(index)}
                onClick={() => onChoose(item)}
                onKeyDown={event => event.key === 'Enter' && onChoose(item)}
                className={cn(
                  'flex min-h-11 scroll-mt-20 items-center justify-between gap-4 rounded-inner px-3 py-1.5 text-small sm:min-h-9',
                  isActive && 'bg-accent-soft text-accent-text',
                )}
              >
                <span className="figures min-w-0 truncate">{item.name}</span>
                {item.detail && (
                  <span className={cn('min-w-0 truncate text-right', !isActive && 'text-ink-faint')}>
                    {item.detail}
                  </span>
                )}
              </div>
            )
          })}
        </div>
      ))}
    </div>
  )
}

/** Shows the hits before while new ones are loading. */
const backofficeSearchQuery = (q: string) => ({
  ...apiQuery(['admin', 'search', q], searchBackoffice, { q }),
  enabled: q !== '',
  placeholderData: keepPreviousData,
})
