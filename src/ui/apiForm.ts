import { zodResolver } from '@hookform/resolvers/zod'
import type { FormEvent } from 'react'
import { type DefaultValues, type FieldValues, type Path, useForm, type UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import { showFieldErrors } from './formErrors.ts'

/**
 * A form that a schema validates and a call sends. The server's messages are shown at its fields: those with a default value.
 * @param send sends what is valid; `onError` shows the messages of a failed call, and says whether any belongs to a field
 */
export function useApiForm<Input extends FieldValues, Output>(
  schema: z.ZodType<Output, Input>,
  defaultValues: DefaultValues<Input>,
  send: (
    output: Output,
    onError: (error: unknown) => boolean,
    form: UseFormReturn<Input, unknown, Output>,
  ) => unknown,
) {
  const form = useForm<Input, unknown, Output>({ resolver: zodResolver(schema), defaultValues })
  const names = Object.keys(defaultValues) as Path<Input>[]
  const submit = form.handleSubmit(output =>
    send(output, error => showFieldErrors(error, names, form.setError), form),
  )
  return {
    ...form,
    errors: form.formState.errors,
    submit: (event: FormEvent): void => void submit(event),
  }
}
