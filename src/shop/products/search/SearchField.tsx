import { type RefObject, useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { SearchInput } from '../../../ui/lists/SearchBox.tsx'
import { parseFilters } from './filters.rules.ts'

/** Searches while typing; `/` focuses the field, Escape clears it. Without JavaScript Enter searches. */
export function SearchField({ onSearch }: { onSearch: (q: string) => void }) {
  const field = useRef<HTMLInputElement>(null)
  const [address] = useSearchParams()
  useSlashShortcut(field)
  return (
    <SearchInput
      field={field}
      urlText={parseFilters(address).q}
      onSearch={onSearch}
      action="/shop"
      name="q"
      aria-label="Zoek in de shop"
      aria-keyshortcuts="/"
      placeholder="Waar ben je naar op zoek?"
      className="rounded-full pr-12 pl-12 [&::-webkit-search-cancel-button]:hidden"
      looks={{ lens: 'left-4 size-5', clear: 'right-0.5 rounded-full', cross: 'size-5' }}
      empty={
        <kbd
          aria-hidden
          className="pointer-events-none absolute top-1/2 right-4 hidden size-6 -translate-y-1/2 place-items-center rounded-[6px] border border-line font-sans text-tiny text-ink-faint [@media(hover:hover)]:grid"
        >
          /
        </kbd>
      }
    />
  )
}

/** Elements in which `/` is typed text, or which block the shortcut. */
const editableSelector =
  'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable], [role=dialog]'

/** `/` focuses the field, except in another input or while a dialog is open. */
function useSlashShortcut(field: RefObject<HTMLInputElement | null>) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { target, key, ctrlKey, metaKey, altKey } = event
      if (key !== '/' || ctrlKey || metaKey || altKey) return
      if (target instanceof Element && target.closest(editableSelector)) return
      event.preventDefault()
      field.current?.focus()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [field])
}
