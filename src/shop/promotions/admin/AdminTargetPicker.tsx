import { useQuery } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/components/Button.tsx'
import { Checkbox } from '../../../ui/forms/Checkbox.tsx'
import { Field, FieldError, Input } from '../../../ui/forms/Field.tsx'
import { adminCategoriesQuery, adminProductsQuery } from '../../products/admin/hooks.ts'

export interface Target {
  id: string
  name: string
}

interface PickerProps {
  chosen: Target[]
  onChange: (chosen: Target[]) => void
  error?: string | undefined
}

/** Chooses categories. */
export function AdminCategoryPicker({ chosen, onChange, error }: PickerProps) {
  const { data: categories = [] } = useQuery(adminCategoriesQuery)
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 text-small font-medium">Categorieën</legend>
      {categories.map(({ id, name }) => (
        <Checkbox
          key={id}
          checked={chosen.some(each => each.id === id)}
          onChange={({ target }) =>
            onChange(target.checked ? [...chosen, { id, name }] : chosen.filter(each => each.id !== id))
          }
        >
          {name}
        </Checkbox>
      ))}
      <FieldError>{error}</FieldError>
    </fieldset>
  )
}

/** Finds products by name, and lists the chosen ones. */
export function AdminProductPicker({ chosen, onChange, error }: PickerProps) {
  const [q, setQ] = useState('')
  const search = q.trim()
  const { data } = useQuery({
    ...adminProductsQuery({ q: search, sort: 'newest', page: 1 }),
    enabled: search.length > 1,
    refetchOnMount: false,
  })
  const found = search.length > 1 ? (data?.items ?? []) : []
  const others = found.filter(({ id }) => !chosen.some(each => each.id === id)).slice(0, 6)
  return (
    <div className="grid gap-3">
      {chosen.length > 0 && (
        <ul aria-label="Gekozen producten" className="flex flex-wrap gap-2">
          {chosen.map(({ id, name }) => (
            <li key={id} className="inline-flex items-center rounded-full bg-ink/6 pl-3 text-small">
              {name}
              <button
                type="button"
                aria-label={`Verwijder ${name}`}
                className="grid size-9 place-items-center rounded-full hover:bg-ink/6"
                onClick={() => onChange(chosen.filter(each => each.id !== id))}
              >
                <X className="size-4" aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
      <Field label="Zoek een product" error={error} optional={chosen.length > 0}>
        <Input
          type="search"
          autoComplete="off"
          maxLength={100}
          value={q}
          onChange={event => setQ(event.target.value)}
        />
      </Field>
      {others.length > 0 && (
        <ul aria-label="Gevonden producten" className="grid gap-1">
          {others.map(({ id, name }) => (
            <li key={id}>
              <Button
                variant="quiet"
                size="sm"
                className="-ml-3 px-3"
                onClick={() => onChange([...chosen, { id, name }])}
              >
                <Plus aria-hidden />
                {name}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
