import { z } from 'zod'
import type { ContentBody, ContentField, ContentPlaceholder, ContentTextField } from '../../wire/content.ts'
import { typedText } from '../../wire/fields.ts'
import { findPlaceholders, findUnsafeLinks } from './markup.rules.ts'

export type ContentGroup = 'PAGE' | 'LEGAL' | 'MAIL'

/** A text that an admin can change, with its default. */
export interface ContentDefinition<Body extends ContentBody = ContentBody> {
  /** Such as `legal.terms`; must never change, because the versions refer to it. */
  key: string
  title: string
  group: ContentGroup
  /** The page that shows it; null for a mail. */
  path: string | null
  /** Whether a new version may ask users to accept it; such a text has version labels. */
  asksAcceptance?: boolean
  /** The label of the default, such as `1.0`; only for a text whose readers see the version. */
  firstLabel?: string
  fields: ContentField[]
  placeholders: ContentPlaceholder[]
  defaults: Body
}

/** Stands for `shippingPromise`, so that a text says what the settings say. */
export const shippingPlaceholder: ContentPlaceholder = {
  name: 'verzending',
  label: 'wat verzenden kost volgens je instellingen, zoals “Gratis verzending in Nederland”',
}

/** The longest text of one field, in characters; a body has a limited number of fields. */
const textSchema = (
  { kind, max, isOptional, isPlain }: ContentTextField,
  placeholders: readonly ContentPlaceholder[],
) =>
  typedText('Vul dit in.')
    .overwrite(text => text.replaceAll('\r', ''))
    .min(isOptional ? 0 : 1, 'Vul dit in.')
    .max(max, `Gebruik hoogstens ${max} tekens.`)
    .superRefine((text, context) => {
      const refuse = (message: string) => context.addIssue({ code: 'custom', message })
      if (kind === 'line' && /\p{Cc}/u.test(text)) refuse('Gebruik één regel.')
      if (/[^\P{Cc}\n\t]/u.test(text)) refuse('Hier staat een teken dat niet te lezen is.')
      const [unsafe] = isPlain || kind === 'line' ? [] : findUnsafeLinks(text)
      if (unsafe !== undefined)
        refuse(`De link ${unsafe} kan niet. Begin met / voor een eigen pagina, of met https://.`)
      const unknown = findPlaceholders(text).find(name => placeholders.every(known => known.name !== name))
      if (unknown !== undefined) refuse(unknownPlaceholder(unknown, placeholders))
    })

const unknownPlaceholder = (name: string, known: readonly ContentPlaceholder[]): string =>
  known.length === 0
    ? `{${name}} kan hier niet: deze tekst heeft geen invulwoorden.`
    : `{${name}} bestaat niet. Kies uit ${known.map(each => `{${each.name}}`).join(', ')}.`

/** The most items of a list, and ids. */
function fieldSchema(field: ContentField, placeholders: readonly ContentPlaceholder[]) {
  switch (field.kind) {
    case 'line':
    case 'text':
      return textSchema(field, placeholders)
    case 'products':
      return z
        .array(z.guid())
        .max(field.max, `Kies hoogstens ${field.max} producten.`)
        .refine(ids => new Set(ids).size === ids.length, 'Een product staat er dubbel in.')
    case 'list': {
      const item = Object.fromEntries(field.item.map(part => [part.name, textSchema(part, placeholders)]))
      return z
        .array(z.strictObject(item))
        .min(field.min, `Er moet${field.min === 1 ? '' : 'en'} er minstens ${field.min} zijn.`)
        .max(field.max, `Er kunnen er hoogstens ${field.max} zijn.`)
    }
  }
}

/** Validates and cleans a body; the path of a problem is that of its field, such as `sections.0.text`. */
export function contentSchema<Body extends ContentBody>({
  fields,
  placeholders,
}: Pick<ContentDefinition<Body>, 'fields' | 'placeholders'>): z.ZodType<Body> {
  const shape = Object.fromEntries(fields.map(field => [field.name, fieldSchema(field, placeholders)]))
  const schema = z.strictObject(shape).superRefine((body, context) => {
    for (const { name, label, requiredIn } of placeholders) {
      if (
        requiredIn === undefined ||
        bodyTexts(body[requiredIn]).some(text => findPlaceholders(text).includes(name))
      )
        continue
      const message = `{${name}} moet blijven staan: ${label}.`
      context.addIssue({ code: 'custom', path: [requiredIn], message })
    }
  })
  // The shape is made of the fields, which a test compares with each definition's defaults.
  return schema as unknown as z.ZodType<Body>
}

type ContentValue = ContentBody[string]

const bodyTexts = (value: ContentValue | undefined): string[] =>
  typeof value === 'string'
    ? [value]
    : (value ?? []).flatMap(item => (typeof item === 'string' ? [item] : Object.values(item)))

/**
 * The label of the next version: `2.0` after `1.3` when it asks for acceptance, else `1.4`. Users accept all versions with the
 * same first number.
 */
export function nextLabel(label: string, asksAcceptance: boolean): string {
  const [major = 1, minor = 0] = label.split('.').map(Number)
  return asksAcceptance ? `${major + 1}.0` : `${major}.${minor + 1}`
}

export interface ContentLine {
  /** The label of its field. */
  label: string
  text: string
}

/** A body as labelled lines, one for each line of a text, to compare two versions. */
export const toContentLines = (fields: ContentField[], body: ContentBody): ContentLine[] =>
  fields.flatMap(field => {
    const value = body[field.name] ?? []
    const labelled =
      typeof value === 'string' || field.kind !== 'list'
        ? bodyTexts(value).map(text => ({ label: field.label, text }))
        : value.flatMap((item, index) =>
            field.item
              .filter(({ isHidden }) => !isHidden)
              .map(({ name, label }) => ({
                label: `${field.itemLabel} ${index + 1}, ${label.toLowerCase()}`,
                text: typeof item === 'string' ? item : (item[name] ?? ''),
              })),
          )
    return labelled.flatMap(({ label, text }) => text.split(/\n+/).map(line => ({ label, text: line })))
  })

export interface ContentDifference extends ContentLine {
  kind: 'added' | 'removed'
}

/** The lines that differ, in the order of the text; a moved line is removed and added. */
export function compareContent(before: ContentLine[], after: ContentLine[]): ContentDifference[] {
  // The longest common subsequence, from the end: `common[i][j]` is its length for the lines from i and from j.
  const common = Array.from({ length: before.length + 1 }, () =>
    Array.from({ length: after.length + 1 }, () => 0),
  )
  const at = (i: number, j: number): number => common[i]?.[j] ?? 0
  for (let i = before.length - 1; i >= 0; i -= 1)
    for (let j = after.length - 1; j >= 0; j -= 1) {
      const row = common[i]
      const isSame = before[i]?.text === after[j]?.text
      if (row) row[j] = isSame ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
    }
  const differences: ContentDifference[] = []
  let [i, j] = [0, 0]
  while (i < before.length || j < after.length) {
    const [old, fresh] = [before[i], after[j]]
    if (old && fresh && old.text === fresh.text) [i, j] = [i + 1, j + 1]
    else if (old && (!fresh || at(i + 1, j) >= at(i, j + 1))) {
      differences.push({ kind: 'removed', ...old })
      i += 1
    } else if (fresh) {
      differences.push({ kind: 'added', ...fresh })
      j += 1
    }
  }
  return differences.filter(({ text }) => text.trim() !== '')
}
