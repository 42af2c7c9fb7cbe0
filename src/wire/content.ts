import { z } from 'zod'

/** The body of a text that an admin edits: lines and paragraphs, lists of them, and lists of ids. */
export const ContentBody = z.record(
  z.string(),
  z.union([z.string(), z.array(z.string()), z.array(z.record(z.string(), z.string()))]),
)
export type ContentBody = z.output<typeof ContentBody>

/** A published version of a text, as every node has it in memory. */
export interface PublishedContent {
  /** From 1; increased by each publication of this text. */
  version: number
  /** The version as readers see it, such as `2.1`; null for a text whose readers see none. */
  label: string | null
  publishedAt: Date
  body: ContentBody
}

const fieldName = { name: z.string(), label: z.string(), hint: z.string().optional() }

/** One line; or paragraphs in the markup of `people/content/markup.rules.ts`, or without any (`isPlain`). */
const TextField = z.object({
  kind: z.enum(['line', 'text']),
  ...fieldName,
  /** In characters. */
  max: z.int(),
  isOptional: z.boolean().optional(),
  isPlain: z.boolean().optional(),
  /** Kept with its item, and not shown: the anchor of a section. */
  isHidden: z.boolean().optional(),
})

/** How a part of a text is edited. */
export const ContentField = z.discriminatedUnion('kind', [
  TextField,
  z.object({
    kind: z.literal('list'),
    ...fieldName,
    /** The name of one item, such as `Vraag`. */
    itemLabel: z.string(),
    min: z.int(),
    max: z.int(),
    item: z.array(TextField),
  }),
  z.object({ kind: z.literal('products'), ...fieldName, max: z.int() }),
])
export type ContentField = z.output<typeof ContentField>
export type ContentTextField = z.output<typeof TextField>

/** A name in braces that stands for something that differs, such as `{orderNumber}`. */
export const ContentPlaceholder = z.object({
  name: z.string(),
  /** The label of the new item. */
  label: z.string(),
  /** The field in which it must stay. */
  requiredIn: z.string().optional(),
})
export type ContentPlaceholder = z.output<typeof ContentPlaceholder>
