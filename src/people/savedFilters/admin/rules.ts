/** The filter in a list's URL: all but the page, in one order, so that equal filters have equal text. */
export function filterOf(search: string): string {
  const query = new URLSearchParams(search)
  query.delete('page')
  query.sort()
  return query.toString()
}
