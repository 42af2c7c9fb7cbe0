import { Search, X } from 'lucide-react'
import { type ComponentProps, type ReactNode, type RefObject, useRef } from 'react'
import { useListNavigate } from './listNavigation.ts'
import { TYPED_NAVIGATION, useDebouncedUrlInput } from './debouncedUrlInput.ts'
import { cn } from '../components/cn.ts'
import { Input } from '../forms/Field.tsx'

/** Classes for position and size. */
interface SearchInputLooks {
  lens: string
  clear: string
  cross: string
}

interface SearchInputProps extends Omit<ComponentProps<typeof Input>, 'ref' | 'value' | 'onChange'> {
  field: RefObject<HTMLInputElement | null>
  /** The text in the URL. */
  urlText: string
  /** Called with the text after a pause in typing. */
  onSearch: (text: string) => void
  /** Where the form leads without JavaScript. */
  action?: string
  formClassName?: string
  looks: SearchInputLooks
  /** Shown in place of the button to clear, while the input is empty. */
  empty?: ReactNode
}

/** A search that follows typing; Escape clears it. */
export function SearchInput({
  field,
  urlText,
  onSearch,
  action,
  formClassName,
  looks,
  empty,
  ...input
}: SearchInputProps) {
  const { text, setText, settleNow } = useDebouncedUrlInput(urlText, onSearch)
  const clear = () => {
    settleNow('')
    field.current?.focus()
  }
  return (
    <form
      role="search"
      action={action}
      className={cn('relative', formClassName)}
      onSubmit={event => {
        event.preventDefault()
        settleNow(text)
      }}
    >
      <Search
        className={cn('pointer-events-none absolute top-1/2 -translate-y-1/2 text-ink-faint', looks.lens)}
        aria-hidden
      />
      <Input
        ref={field}
        type="search"
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
        {...input}
      />
      {text === '' ? empty : <ClearButton onClick={clear} looks={looks} />}
    </form>
  )
}

const ClearButton = ({ onClick, looks }: { onClick: () => void; looks: SearchInputLooks }) => (
  <button
    type="button"
    aria-label="Wis zoekopdracht"
    onClick={onClick}
    className={cn(
      'absolute top-1/2 grid size-11 -translate-y-1/2 place-items-center text-ink-soft transition-colors hover:text-ink',
      looks.clear,
    )}
  >
    <X className={looks.cross} aria-hidden />
  </button>
)

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
export function SearchBox({ label, value, to, placeholder, className = '' }: SearchBoxProps) {
  const navigate = useListNavigate()
  return (
    <SearchInput
      field={useRef<HTMLInputElement>(null)}
      urlText={value}
      onSearch={q => navigate(to(q), { replace: true, state: TYPED_NAVIGATION })}
      aria-label={label}
      placeholder={placeholder ?? label}
      formClassName={className}
      className="h-11 pr-11 pl-10.5 text-ellipsis [&::-webkit-search-cancel-button]:hidden"
      looks={{ lens: 'left-3.5 size-4.5', clear: 'right-0 rounded-card', cross: 'size-4.5' }}
    />
  )
}
