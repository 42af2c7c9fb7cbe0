import { z } from 'zod'
import { dateTime, optionalDateTime } from '../../wire/fields.ts'

/** The row of a schema, where a time may also be the text that PostgreSQL returned. */
export type Row<S extends z.ZodObject> = {
  [Name in keyof z.input<S>]: Date extends z.input<S>[Name] ? z.input<S>[Name] | string : z.input<S>[Name]
}

/**
 * Makes a function from rows, as the database returned them, to their JSON by a schema. Only the codecs of its fields are applied, such as
 * the one that leaves out nulls; nothing is validated, because the columns have the types of the fields. That takes a fifth of the time,
 * and of the memory.
 * @param schema whose fields have codecs at most as a whole, and nothing else that changes a value, such as a default; its times are `dateTime` or
 *   `optionalDateTime` itself
 */
export function compileRowJson<S extends z.ZodObject>({ shape }: S): (row: Row<S>) => string {
  const fields = Object.entries(shape).map(([name, field]) => ({
    name,
    decode: decoderOf(field as z.ZodType),
  }))
  // A copy of an object that has all names is made faster than one that gets a name after the other.
  const empty: Record<string, unknown> = Object.fromEntries(fields.map(({ name }) => [name, undefined]))
  return row => {
    const output = { ...empty }
    for (const { name, decode } of fields) {
      const value = (row as Record<string, unknown>)[name]
      output[name] = decode ? decode(value) : value
    }
    return JSON.stringify(output)
  }
}

function decoderOf(field: z.ZodType): ((value: unknown) => unknown) | null {
  if (!(field instanceof z.ZodCodec)) return null
  const decode = field.def.transform as (value: unknown) => unknown
  const isTime = field === dateTime || field === optionalDateTime
  return isTime ? value => (typeof value === 'string' ? toIsoTime(value) : decode(value)) : decode
}

/** Of PostgreSQL's `2026-11-28 09:34:52.123+00`, with fewer digits, or in another time zone. */
function toIsoTime(text: string): string {
  const isUtcInMilliseconds = text.length === 26 && text.endsWith('+00')
  return isUtcInMilliseconds ? `${text.slice(0, 10)}T${text.slice(11, 23)}Z` : new Date(text).toISOString()
}
