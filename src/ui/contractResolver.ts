import { zodResolver } from '@hookform/resolvers/zod'
import type { FieldValues } from 'react-hook-form'
import { z } from 'zod'

/**
 * Validates form values by a schema of the API; the form keeps its own values.
 * @param read converts form values to the input of the API, with the same names; a list is one field
 */
export const contractResolver = <Draft extends FieldValues>(
  schema: z.ZodType,
  read: (draft: Draft) => unknown,
) =>
  zodResolver(
    z.custom<Draft>().superRefine((draft, context) => {
      for (const { path, message } of schema.safeParse(read(draft)).error?.issues ?? [])
        context.addIssue({ code: 'custom', path: path.filter(key => typeof key !== 'number'), message })
    }),
  )
