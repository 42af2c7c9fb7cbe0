import { z } from 'zod'

type ListQueryFields = { page?: number } & Record<string, string | number | boolean | undefined>

/** Fields of a list's query in a URL; an invalid value counts as missing. */
export const urlFields = {
  page: z.coerce.number().int().min(1).max(10_000).catch(1),
  q: z.string().trim().max(120).catch(''),
}

/** Reads a list's query (search, filters, order, page) from its page's URL, and makes the URL of another query. */
export interface ListUrl<L> {
  /** Reads the query; an invalid value counts as missing. */
  parse(search: URLSearchParams): L
  /** The URL of the query with `change`, at page 1 unless `change` has a page. */
  href(query: L, change?: Partial<L>): string
}

/**
 * @param path of the page
 * @param schema each field with a `catch`: its default, which is left out of the URL
 */
export function createListUrl<L extends ListQueryFields>(path: string, schema: z.ZodType<L>): ListUrl<L> {
  const defaults = schema.parse({})
  const first = defaults.page === undefined ? {} : { page: 1 }
  return {
    parse: search => schema.parse(Object.fromEntries(search)),
    href: (query, change = {}) => {
      const wanted: ListQueryFields = { ...query, ...first, ...change }
      const search = new URLSearchParams(
        Object.entries(wanted).flatMap(([name, value]) =>
          value === undefined || value === '' || value === defaults[name] ? [] : [[name, String(value)]],
        ),
      )
      return search.size > 0 ? `${path}?${search}` : path
    },
  }
}
