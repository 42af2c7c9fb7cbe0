import type { z } from 'zod'

type Fields = { page?: number } & Record<string, string | number | boolean | undefined>

/** What a table is asked for (words, filters, order, page) as its page's address has it, and the address of another one. */
export interface LookAt<L> {
  /** What an address asks; what it can't mean is as if it were not there. */
  in(search: URLSearchParams): L
  /** With this changed; at the first page unless the change says which. */
  address(look: L, change?: Partial<L>): string
}

/**
 * @param path of the page
 * @param schema each field with a `catch`, which is also what is left out of the address
 */
export function lookAt<L extends Fields>(path: string, schema: z.ZodType<L>): LookAt<L> {
  const usual = schema.parse({})
  const first = usual.page === undefined ? {} : { page: 1 }
  return {
    in: search => schema.parse(Object.fromEntries(search)),
    address: (look, change = {}) => {
      const wanted: Fields = { ...look, ...first, ...change }
      const search = new URLSearchParams(
        Object.entries(wanted).flatMap(([name, value]) =>
          value === undefined || value === '' || value === usual[name] ? [] : [[name, String(value)]],
        ),
      )
      return search.size > 0 ? `${path}?${search}` : path
    },
  }
}
