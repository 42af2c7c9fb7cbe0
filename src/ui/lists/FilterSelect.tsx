import { useListNavigate } from './listNavigation.ts'
import { cn } from '../components/cn.ts'
import { Select } from '../forms/Field.tsx'

interface FilterChoiceProps<Value extends string> {
  /** The label of the filter: "Status". */
  label: string
  /** The value in the URL; empty for all. */
  value: Value | '' | undefined
  /** The label of the option for all; omitted where a value is required. */
  all?: string
  options: readonly { value: Value; name: string }[]
  /** The URL of another value. */
  to: (value: Value | undefined) => string
  className?: string
}

/** A filter of a table, stored in the URL. */
export function FilterSelect<Value extends string>({
  label,
  value,
  all,
  options,
  to,
  className,
}: FilterChoiceProps<Value>) {
  const navigate = useListNavigate()
  return (
    <Select
      aria-label={label}
      value={value ?? ''}
      onChange={event => {
        const chosen = options.find(option => option.value === event.target.value)?.value
        navigate(to(chosen))
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
