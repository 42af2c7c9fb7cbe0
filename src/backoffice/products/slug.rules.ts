/** What a name is called in an address: `Crème brûlée, 2 stuks` → `creme-brulee-2-stuks`. */
export const slugify = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 100) || 'x'

/** The first of `rose`, `rose-2`, `rose-3` … that is free. */
export function freeSlug(wanted: string, taken: Iterable<string>): string {
  const all = new Set(taken)
  let slug = wanted
  for (let number = 2; all.has(slug); number += 1) slug = `${wanted}-${number}`
  return slug
}
