import { z } from 'zod'

/** The schema of form values that are valid when `schema` accepts the result of `read`; a list is one field. */
export const draftSchema = <Draft>(
  schema: z.ZodType,
  read: (draft: Draft) => unknown,
): z.ZodType<Draft, Draft> =>
  z.custom<Draft>().superRefine((draft, context) => {
    for (const { path, message } of schema.safeParse(read(draft)).error?.issues ?? [])
      context.addIssue({ code: 'custom', path: path.filter(key => typeof key !== 'number'), message })
  })
