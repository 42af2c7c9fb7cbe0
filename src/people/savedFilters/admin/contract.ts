import { z } from 'zod'
import { endpoint } from '../../../wire/endpoint.ts'
import { id, singleLine } from '../../../wire/fields.ts'

/** The most filters of an admin in one list. */
export const MAX_SAVED_FILTERS = 30

/** The name of a saved filter. */
export const SavedFilterName = z.object({ name: singleLine('Geef het filter een naam.', 40) })

/** The path of a list of the back office. */
const list = z
  .string()
  .max(60)
  .regex(/^\/admin(\/[a-z-]+)+$/)

/** The query of the list's URL, without a question mark. */
const query = z.string().min(1).max(600)

export const SavedFilter = z.object({ id, list: z.string(), name: z.string(), query: z.string() })
export type SavedFilter = z.output<typeof SavedFilter>

export const listSavedFilters = endpoint('GET /api/admin/saved-filters', 'admin', {
  summary: "The caller's own saved filters of all lists, by name",
  output: z.array(SavedFilter),
})

export const saveFilter = endpoint('POST /api/admin/saved-filters', 'admin', {
  summary: 'Save the filter of a list under a name',
  problems: ['FILTER_NAME_TAKEN', 'TOO_MANY_FILTERS'],
  input: SavedFilterName.extend({ list, query }),
  output: SavedFilter,
})

export const renameFilter = endpoint('PUT /api/admin/saved-filters/:filterId', 'admin', {
  summary: "Rename one of one's own saved filters",
  problems: ['FILTER_NAME_TAKEN'],
  input: SavedFilterName.extend({ filterId: id }),
  output: SavedFilter,
})

export const removeFilter = endpoint('DELETE /api/admin/saved-filters/:filterId', 'admin', {
  summary: "Remove one of one's own saved filters",
  input: z.object({ filterId: id }),
  output: z.null(),
})
