import { Search, X } from 'lucide-react'
import { useRef } from 'react'
import { useNavigate } from 'react-router'
import { TYPED_NAVIGATION, useDebouncedUrlInput } from '../debouncedUrlInput.ts'
import { cn } from './cn.ts'
import { Input } from './Field.tsx'

interface SearchBoxProps {
  /** The label: "Zoek een bestelling". */
  label: string
  /** The query in the URL. */
  value: string
  /** The URL of another query. */
  to: (q: string) => string
  placeholder?: string
  className?: string
}

/** A search box that updates the URL while typing; Escape clears it. */
export function SearchBox({ label, value, to, placeholder, className }: SearchBoxProps) {
  const navigate = useNavigate()
  const field = useRef<HTMLInputElement>(null)
  const { text, setText, settleNow } = useDebouncedUrlInput(
    value,
    q => void navigate(to(q), { replace: true, state: TYPED_NAVIGATION, preventScrollReset: true }),
  )
  const clear = () => {
    settleNow('')
    field.current?.focus()
  }
  return (
    <form
      role="search"
      className={cn('relative', className)}
      onSubmit={event => {
        event.preventDefault()
        settleNow(text)
      }}
    >
      <Search
        className="pointer-events-none absolute top-1/2 left-3.5 size-4.5 -translate-y-1/2 text-ink-faint"
        aria-hidden
      />
      <Input
        ref={field}
        type="search"
        aria-label={label}
        placeholder={placeholder ?? label}
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
        className="h-11 pr-11 pl-10.5 [&::-webkit-search-cancel-button]:hidden"
      />
      {text !== '' && (
        <button
          type="button"
          aria-label="Wis zoekopdracht"
          onClick={clear}
          className="absolute top-1/2 right-0 grid size-11 -translate-y-1/2 place-items-center rounded-card text-ink-soft transition-colors hover:text-ink"
        >
          <X className="size-4.5" aria-hidden />
        </button>
      )}
    </form>
  )
}
