import type { ComponentProps } from 'react'
import { type FieldError, type FieldValues, get, type Path, type UseFormReturn } from 'react-hook-form'
import { Field, Input } from './Field.tsx'

interface TextFieldProps<Values extends FieldValues>
  extends
    Omit<ComponentProps<typeof Input>, 'form' | 'name'>,
    Pick<ComponentProps<typeof Field>, 'label' | 'hint' | 'optional'> {
  form: Pick<UseFormReturn<Values>, 'register' | 'formState'>
  name: Path<Values>
  /** Of the field with its label. */
  className?: string
}

/** A field of one line in a form of React Hook Form, with its error: `<TextField form={form} name="city" label="Stad" />`. */
export function TextField<Values extends FieldValues>({
  form: { register, formState },
  name,
  label,
  hint,
  optional = false,
  className = '',
  ...input
}: TextFieldProps<Values>) {
  const error: FieldError | undefined = get(formState.errors, name)
  return (
    <Field label={label} hint={hint} optional={optional} error={error?.message} className={className}>
      <Input {...input} {...register(name)} />
    </Field>
  )
}
