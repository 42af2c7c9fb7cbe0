import { useNavigate } from 'react-router'
import { cn } from './cn.ts'
import { Select } from './Field.tsx'

interface FilterChoiceProps<Value extends string> {
  /** What is narrowed: "Status". */
  label: string
  /** As the address has it; nothing is all of them. */
  value: Value | '' | undefined
  /** What all of them are called; left out where one is always chosen. */
  all?: string
  options: readonly { value: Value; name: string }[]
  /** The address of another choice. */
  to: (value: Value | undefined) => string
  className?: string
}

/** One of several ways to narrow a table, in the address. */
export function FilterSelect<Value extends string>({
  label,
  value,
  all,
  options,
  to,
  className,
}: FilterChoiceProps<Value>) {
  const navigate = useNavigate()
  return (
    <Select
      aria-label={label}
      value={value ?? ''}
      onChange={event => {
        const chosen = options.find(option => option.value === event.target.value)?.value
        void navigate(to(chosen), { preventScrollReset: true })
      }}
      className={cn('h-11 w-auto min-w-0 max-md:grow md:text-small', className)}
    >
      {all !== undefined && <option value="">{all}</option>}
      {options.map(option => (
        <option key={option.value} value={option.value}>
          {option.name}
        </option>
      ))}
    </Select>
  )
}
