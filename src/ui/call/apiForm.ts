import { type FormEvent, useEffect } from 'react'
import { type DefaultValues, type FieldValues, type Path, useForm, type UseFormReturn } from 'react-hook-form'
import { showFieldErrors, toastNotSent } from './formErrors.ts'
import { type LoadSchema, schemaResolver } from './schemaResolver.ts'

/**
 * A form that a schema validates and a call sends. The server's messages are shown at its fields: those with a default value.
 * @param load loads the schema, when anything on the page has the focus
 * @param send sends the valid output; `onError` shows the messages of a failed call, and says whether any belongs to a field
 */
export function useApiForm<Input extends FieldValues, Output>(
  load: LoadSchema<Output, Input>,
  defaultValues: DefaultValues<Input>,
  send: (
    output: Output,
    onError: (error: unknown) => boolean,
    form: UseFormReturn<Input, unknown, Output>,
  ) => unknown,
) {
  const resolver = schemaResolver(load)
  // Before it is needed, so that a submit does not wait for it; a failure is told at the submit.
  // oxlint-disable-next-line react/exhaustive-deps
  useEffect(() => onFirstFocus(() => void load().catch(() => undefined)), [])
  const form = useForm<Input, unknown, Output>({ resolver, defaultValues })
  const names = Object.keys(defaultValues) as Path<Input>[]
  const submit = form.handleSubmit(output =>
    send(output, error => showFieldErrors(error, names, form.setError), form),
  )
  return {
    ...form,
    errors: form.formState.errors,
    submit: (event: FormEvent): void => void submit(event).catch(toastNotSent),
  }
}

/**
 * Calls back once anything on the page has the focus: a visitor who only reads a page does not load the code of its forms.
 * @returns the cleanup
 */
function onFirstFocus(callback: () => void): () => void {
  if (document.activeElement !== document.body) callback()
  else document.addEventListener('focusin', callback, { once: true })
  return () => document.removeEventListener('focusin', callback)
}
