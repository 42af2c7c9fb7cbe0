import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form'
import type { z } from 'zod'

/**
 * Holds what stands in the fields against the contract's own schema, and hands on the fields as they are.
 * @param read makes of the fields what is sent, under the same names
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
