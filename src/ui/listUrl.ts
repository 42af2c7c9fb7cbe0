import type { z } from 'zod'

type ListQueryFields = { page?: number } & Record<string, string | number | boolean | undefined>

/** What a table is asked for (words, filters, order, page) as its page's address has it, and the address of another one. */
export interface ListUrl<L> {
  /** What an address asks; what it can't mean is as if it were not there. */
  parse(search: URLSearchParams): L
  /** With this changed; at the first page unless the change says which. */
  href(look: L, change?: Partial<L>): string
}

/**
 * @param path of the page
 * @param schema each field with a `catch`, which is also what is left out of the address
 */
export function createListUrl<L extends ListQueryFields>(path: string, schema: z.ZodType<L>): ListUrl<L> {
  const usual = schema.parse({})
  const first = usual.page === undefined ? {} : { page: 1 }
  return {
    parse: search => schema.parse(Object.fromEntries(search)),
    href: (look, change = {}) => {
      const wanted: ListQueryFields = { ...look, ...first, ...change }
      const search = new URLSearchParams(
        Object.entries(wanted).flatMap(([name, value]) =>
          value === undefined || value === '' || value === usual[name] ? [] : [[name, String(value)]],
        ),
      )
      return search.size > 0 ? `${path}?${search}` : path
    },
  }
}
