import type { FieldValues, Resolver } from 'react-hook-form'
import type { z } from 'zod'

/** Loads the schema of a form: `async () => (await import('./contract.ts')).login.input`. */
export type LoadSchema<Output = unknown, Input = unknown> = () => Promise<z.ZodType<Output, Input>>

/** Validates a form by a schema that is loaded when it is first needed: no page waits for the validation of its forms. */
export function schemaResolver<Output, Input extends FieldValues>(
  load: LoadSchema<Output, Input>,
): Resolver<Input, unknown, Output> {
  return async (values, context, options) => {
    const [{ zodResolver }, schema] = await Promise.all([import('@hookform/resolvers/zod'), load()])
    return zodResolver(schema)(values, context, options)
  }
}

/**
 * Validates form values by a schema of the API; the form keeps its own values.
 * @param read converts form values to the input of the API, with the same names; a list is one field
 */
export const contractResolver = <Draft extends FieldValues>(
  load: LoadSchema,
  read: (draft: Draft) => unknown,
): Resolver<Draft, unknown, Draft> =>
  schemaResolver<Draft, Draft>(async () => {
    const [{ draftSchema }, schema] = await Promise.all([import('./draftSchema.ts'), load()])
    return draftSchema(schema, read)
  })
