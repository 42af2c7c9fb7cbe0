import { Search, X } from 'lucide-react'
import { type RefObject, useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { Input } from '../../ui/components/Field.tsx'
import { parseFilters } from './filters.rules.ts'
import { useDebouncedUrlInput } from '../../ui/debouncedUrlInput.ts'

interface SearchFieldProps {
  /** Called with the text after a pause in typing. */
  onSearch: (q: string) => void
}

/** Searches while typing; `/` focuses the field, Escape clears it. Without JavaScript Enter searches. */
export function SearchField({ onSearch }: SearchFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  const [address] = useSearchParams()
  const { text, setText, settleNow } = useDebouncedUrlInput(parseFilters(address).q, onSearch)
  useSlashShortcut(field)
  const clear = () => {
    settleNow('')
    field.current?.focus()
  }
  return (
    <form
      role="search"
      action="/shop"
      className="relative"
      onSubmit={event => {
        event.preventDefault()
        settleNow(text)
      }}
    >
      <Search
        className="pointer-events-none absolute top-1/2 left-4 size-5 -translate-y-1/2 text-ink-faint"
        aria-hidden
      />
      <Input
        ref={field}
        type="search"
        name="q"
        aria-label="Zoek in de shop"
        aria-keyshortcuts="/"
        placeholder="Waar ben je naar op zoek?"
        autoComplete="off"
        enterKeyHint="search"
        maxLength={100}
        value={text}
        onChange={event => setText(event.target.value)}
        onKeyDown={event => {
          if (event.key !== 'Escape' || text === '') return
          event.preventDefault()
          clear()
        }}
        className="rounded-full pr-12 pl-12 [&::-webkit-search-cancel-button]:hidden"
      />
      {text === '' ? (
        <kbd
          aria-hidden
          className="pointer-events-none absolute top-1/2 right-4 hidden size-6 -translate-y-1/2 place-items-center rounded-[6px] border border-line font-sans text-tiny text-ink-faint [@media(hover:hover)]:grid"
        >
          /
        </kbd>
      ) : (
        <button
          type="button"
          aria-label="Wis zoekopdracht"
          onClick={clear}
          className="absolute top-1/2 right-0.5 grid size-11 -translate-y-1/2 place-items-center rounded-full text-ink-soft transition-colors hover:text-ink"
        >
          <X className="size-5" aria-hidden />
        </button>
      )}
    </form>
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
