import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { type QueryKey, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { handleLostSession, leaveLostSession, userQuery } from '../people/accounts/hooks.ts'
import { cartQuery } from '../shop/cart/hooks.ts'
import { createQueryClient } from '../ui/call/queryClient.ts'

interface AnyQuery {
  queryKey: QueryKey
  meta?: Record<string, unknown>
}
const isQuery = (value: unknown): value is AnyQuery =>
  typeof value === 'object' && value !== null && Array.isArray((value as { queryKey?: unknown }).queryKey)

/** Every query that a file of hooks exports; one that depends on something, for an empty list. */
async function allQueries(): Promise<Map<string, AnyQuery>> {
  const queries = new Map<string, AnyQuery>()
  for (const file of globSync('src/**/*hooks.ts').toSorted()) {
    if (!/^export (const|function) \w+Query\b/m.test(readFileSync(file, 'utf8'))) continue
    const exported = (await import(resolve(file))) as Record<string, unknown>
    for (const [name, value] of Object.entries(exported)) {
      if (!name.endsWith('Query')) continue
      const query: unknown = typeof value === 'function' ? value([], [], []) : value
      if (isQuery(query)) queries.set(`${file} ${name}`, query)
    }
  }
  return queries
}

const stored = new Map<string, string>()
beforeEach(() => {
  stored.clear()
  vi.stubGlobal('sessionStorage', { clear: () => stored.clear() })
  vi.stubGlobal('document', { querySelector: () => null })
  vi.stubGlobal('window', { location: { pathname: '/' } })
})
afterEach(() => void vi.unstubAllGlobals())

const HERS = 'of the user before'

it.each([
  ['is over', handleLostSession],
  ['is given up', leaveLostSession],
])('nothing personal is in the cache or on screen after a login %s', async (_, end) => {
  const queries = await allQueries()
  expect(queries.size).toBeGreaterThan(90)
  const cache = createQueryClient()
  cache.setQueryData(userQuery.queryKey, { id: 'u-1' } as never)
  stored.set('gloed:codes', HERS)
  const shown = new Map<string, QueryObserver<unknown>>()
  for (const [name, { queryKey, meta }] of queries) {
    if (queryKey[0] === userQuery.queryKey[0]) continue
    // As the cart of a visitor, which is not asked for: the cached one is shown.
    const observer = new QueryObserver<unknown>(cache, { queryKey, ...(meta && { meta }), enabled: false })
    observer.subscribe(() => undefined)
    cache.setQueryData(queryKey, HERS)
    shown.set(name, observer)
  }
  expect(shown.get('src/shop/cart/hooks.ts cartQuery')?.getCurrentResult().data).toBe(HERS)
  end(cache)
  await vi.waitFor(() => expect(cache.getQueryData(cartQuery.queryKey)).toBeUndefined())
  const stillShown = [...shown].filter(([, observer]) => observer.getCurrentResult().data === HERS)
  expect(stillShown.map(([name]) => name)).toEqual(['src/money/settings/shop.hooks.ts shopQuery'])
  const kept = cache
    .getQueryCache()
    .getAll()
    .filter(({ state }) => state.data === HERS)
  expect(kept.map(({ queryKey }) => queryKey)).toEqual([['shop']])
  expect(cache.getQueryData(userQuery.queryKey) ?? null).toBeNull()
  expect(stored.size).toBe(0)
  cache.clear()
})

it('a public query on screen is fetched anew', async () => {
  const cache = createQueryClient()
  cache.setQueryData(userQuery.queryKey, { id: 'u-1' } as never)
  cache.setQueryData(['products'], HERS)
  const queryFn = () => Promise.resolve('of everybody')
  const observer = new QueryObserver<string>(cache, { queryKey: ['products'], queryFn })
  observer.subscribe(() => undefined)
  expect(observer.getCurrentResult().data).toBe(HERS)
  handleLostSession(cache)
  await vi.waitFor(() => expect(observer.getCurrentResult().data).toBe('of everybody'))
  cache.clear()
})
