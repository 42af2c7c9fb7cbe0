import { z } from 'zod'

/**
 * Makes a function from rows, as the database returned them, to their JSON by a schema. Only the codecs of its fields are applied, such as the one
 * that leaves out what is null; nothing is validated, because the columns have the types of the fields. That takes a fifth of the time, and of the memory.
 * @param schema whose fields have codecs at most as a whole, and nothing else that changes a value, such as a default
 */
export function compileRowJson<S extends z.ZodObject>({ shape }: S): (row: z.input<S>) => string {
  const fields = Object.entries(shape).map(([name, field]) => ({
    name,
    decode: field instanceof z.ZodCodec ? (field.def.transform as (value: unknown) => unknown) : null,
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
