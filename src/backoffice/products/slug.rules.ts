/** `Crème brûlée, 2 stuks` → `creme-brulee-2-stuks`. */
export const slugify = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 100) || 'x'

/** The first of `rose`, `rose-2`, `rose-3` … that is free. */
export function freeSlug(base: string, taken: Iterable<string>): string {
  const all = new Set(taken)
  let slug = base
  for (let number = 2; all.has(slug); number += 1) slug = `${base}-${number}`
  return slug
}
