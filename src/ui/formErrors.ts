import type { FieldValues, Path, UseFormSetError } from 'react-hook-form'
import { CallError } from './call.ts'

/**
 * Puts the server's messages at the form's fields, and the focus on the first.
 * @returns whether any belonged to a field of this form
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
