import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form'
import type { z } from 'zod'

/**
 * Validates form values with a schema of the API; the form keeps its own values.
 * @param read converts form values to the input of the API, with the same names
 */
export const contractResolver =
  <Draft extends FieldValues>(schema: z.ZodType, read: (draft: Draft) => unknown): Resolver<Draft> =>
  draft => {
    const issues = schema.safeParse(read(draft)).error?.issues ?? []
    if (issues.length === 0) return { values: draft, errors: {} }
    const errors = Object.fromEntries(
      issues.toReversed().map(({ path, message }) => [String(path[0]), { type: 'contract', message }]),
    )
    return { values: {}, errors: errors as FieldErrors<Draft> }
  }
