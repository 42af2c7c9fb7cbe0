import type { FieldValues, Path, UseFormSetError } from 'react-hook-form'
import { CallError } from './call.ts'

/**
 * Assigns the server's messages to the form's fields, and focuses the first.
 * @returns whether any of them belongs to a field of this form
 */
export function showFieldErrors<T extends FieldValues>(
  error: unknown,
  names: readonly Path<T>[],
  setError: UseFormSetError<T>,
): boolean {
  const fields = error instanceof CallError ? error.fields : {}
  const known = names.filter(name => fields[name] !== undefined)
  for (const [index, name] of known.entries()) {
    setError(name, { type: 'server', message: fields[name] ?? '' }, { shouldFocus: index === 0 })
  }
  return known.length > 0
}
