import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { FieldValues, Path, UseFormSetError } from 'react-hook-form'
import type { z } from 'zod'
import { CallError, OFFLINE_MESSAGE } from './call.ts'
import { toastFailure } from './hooks.ts'

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

interface CheckedMutation<Input> {
  mutate: (input: Input, options: { onSuccess: () => void }) => void
  error: Error | null
}

/**
 * Checks an input by the schema of its endpoint before it is sent. The first field with a message gets the focus.
 * @param load loads the schema, once the form is on screen
 * @returns the messages by field (`lines.0.note` for a nested one), of the schema and of the server
 */
export function useCheckedSubmit<Schema extends z.ZodType>(
  load: () => Promise<Schema>,
  { mutate, error }: CheckedMutation<z.output<Schema>>,
) {
  const [invalid, setInvalid] = useState<Record<string, string>>({})
  const form = useRef<Element>(null)
  useEffect(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus(), [invalid, error])
  // oxlint-disable-next-line react/exhaustive-deps
  useEffect(() => void load().catch(() => undefined), [])
  const check = async (input: unknown, onSuccess?: () => void) => {
    const read = (await load()).safeParse(input)
    const issues = read.error?.issues ?? []
    setInvalid(Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), message])))
    if (read.success) mutate(read.data, { onSuccess: () => onSuccess?.() })
  }
  const submit = (event: FormEvent, input: unknown, onSuccess?: () => void): void => {
    event.preventDefault()
    form.current = event.currentTarget
    check(input, onSuccess).catch(toastNotSent)
  }
  const errors: Record<string, string | undefined> = {
    ...(error instanceof CallError && error.fields),
    ...invalid,
  }
  return { errors, submit }
}

/** Says that a form was not sent because its schema could not be loaded; the form keeps its input. */
export const toastNotSent = (): void =>
  toastFailure('Niet verstuurd', new CallError(0, OFFLINE_MESSAGE, 'OFFLINE'))
