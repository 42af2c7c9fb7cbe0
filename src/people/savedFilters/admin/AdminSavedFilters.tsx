import { useQuery } from '@tanstack/react-query'
import { BookmarkPlus, Ellipsis, Pencil, Trash2 } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { cn } from '../../../ui/components/cn.ts'
import { lazyPart } from '../../../ui/components/lazyPart.tsx'
import { Popover, PopoverButton } from '../../../ui/dialogs/Popover.tsx'
import type { SavedFilter } from './contract.ts'
import { savedFiltersQuery, useRemoveFilter } from './hooks.ts'
import { filterOf } from './rules.ts'

const FilterNameDialog = lazyPart({
  load: async () => (await import('./AdminFilterNameDialog.tsx')).FilterNameDialog,
})

/** Above a list: an admin's saved filters of it, and a button to save the present one; always there, so that the list never jumps. */
export function AdminSavedFilters() {
  const { pathname, search } = useLocation()
  const { data = [] } = useQuery(savedFiltersQuery)
  const [isSaving, setIsSaving] = useState(false)
  const section = useRef<HTMLElement>(null)
  const saveButton = useRef<HTMLButtonElement>(null)
  const query = filterOf(search)
  const saved = data.filter(({ list }) => list === pathname)
  const canSave = query !== '' && !saved.some(filter => filter.query === query)
  /** Once the filter is saved its button is disabled, and a removed one took its menu with it. */
  const focusNext = () =>
    (section.current?.querySelector<HTMLElement>('[aria-current]') ?? saveButton.current)?.focus()
  const onRemoved = useEffectEvent(() => {
    if (document.activeElement === document.body) focusNext()
  })
  const before = useRef({ pathname, count: saved.length })
  useEffect(() => {
    const { current } = before
    if (current.pathname === pathname && saved.length < current.count) onRemoved()
    before.current = { pathname, count: saved.length }
  }, [pathname, saved.length])
  return (
    <section
      ref={section}
      aria-label="Bewaarde filters"
      className="-mt-1 mb-5 flex flex-wrap items-center gap-2 print:hidden"
    >
      {saved.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {saved.map(filter => (
            <FilterChip key={filter.id} filter={filter} isCurrent={filter.query === query} />
          ))}
        </ul>
      )}
      <button
        ref={saveButton}
        type="button"
        disabled={!canSave}
        onClick={() => setIsSaving(true)}
        className="-ml-1 inline-flex min-h-11 items-center gap-2 rounded-full px-3 text-small text-ink-soft transition-colors not-disabled:hover:bg-ink/6 not-disabled:hover:text-ink disabled:opacity-50 max-md:disabled:hidden md:min-h-9"
      >
        <BookmarkPlus className="size-4" aria-hidden />
        Bewaar dit filter
      </button>
      {isSaving && (
        <FilterNameDialog
          filter={{ list: pathname, query }}
          onClose={() => setIsSaving(false)}
          onClosed={focusNext}
        />
      )}
    </section>
  )
}

const chip =
  'inline-flex min-h-11 items-center rounded-full border px-3.5 text-small transition-colors md:min-h-9'

function FilterChip({ filter, isCurrent }: { filter: SavedFilter; isCurrent: boolean }) {
  const { list, name, query } = filter
  return (
    <li
      className={cn(
        'inline-flex max-w-full items-center rounded-full',
        isCurrent ? 'bg-accent-soft text-accent-text' : 'bg-surface',
      )}
    >
      <Link
        to={`${list}?${query}`}
        aria-current={isCurrent || undefined}
        className={cn(
          chip,
          'min-w-0',
          isCurrent
            ? 'rounded-r-none border-transparent pr-1 font-medium'
            : 'border-line-strong hover:border-ink',
        )}
      >
        <span className="truncate">{name}</span>
      </Link>
      {isCurrent && <FilterMenu filter={filter} />}
    </li>
  )
}

/** Only at the filter that is chosen, so that the row stays calm. */
function FilterMenu({ filter }: { filter: SavedFilter }) {
  const [isRenaming, setIsRenaming] = useState(false)
  const remove = useRemoveFilter(filter)
  const trigger = useRef<HTMLButtonElement>(null)
  return (
    <>
      <Popover
        label={`Filter ${filter.name}`}
        renderButton={opens => (
          <button
            ref={trigger}
            type="button"
            aria-label={`Wijzig filter ${filter.name}`}
            className="grid size-11 place-items-center rounded-full transition-colors hover:bg-ink/6 md:size-9"
            {...opens}
          >
            <Ellipsis className="size-4" aria-hidden />
          </button>
        )}
      >
        <PopoverButton onClick={() => setIsRenaming(true)}>
          <Pencil aria-hidden />
          Andere naam
        </PopoverButton>
        <PopoverButton onClick={remove}>
          <Trash2 aria-hidden />
          Verwijderen
        </PopoverButton>
      </Popover>
      {isRenaming && (
        <FilterNameDialog
          filter={filter}
          onClose={() => setIsRenaming(false)}
          onClosed={() => trigger.current?.focus()}
        />
      )}
    </>
  )
}
