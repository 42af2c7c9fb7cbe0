import { isUuid } from '../catalog/rules.ts'

/** The router takes 100 characters (Fastify's `maxParamLength`): this leaves room for a number or a part of an id behind it. */
const MAX_LENGTH = 80

/** Paths beside `/api/products/:idOrSlug`. */
const reserved = new Set(['search'])

/**
 * `Crème brûlée, 2 stuks` → `creme-brulee-2-stuks`. Never the name of a route, `search`, and never a UUID, which could be an id.
 * @returns at most 82 characters
 */
export function slugify(name: string): string {
  const slug =
    name
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .slice(0, MAX_LENGTH)
      .replace(/^-+|-+$/g, '') || 'x'
  return reserved.has(slug) || isUuid(slug) ? `${slug}-1` : slug
}

/** The first of `rose`, `rose-2`, `rose-3` … that is free. */
export function freeSlug(base: string, taken: Iterable<string>): string {
  const all = new Set(taken)
  let slug = base
  for (let number = 2; all.has(slug); number += 1) slug = `${base}-${number}`
  return slug
}
