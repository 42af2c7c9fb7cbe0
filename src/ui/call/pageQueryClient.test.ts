import { expect, test, vi } from 'vitest'
import { PageQueryClient } from './pageQueryClient.ts'
import { createQueryClient } from './queryClient.ts'

const createCache = () => createQueryClient(undefined, PageQueryClient)

test('a query is read once, also by callers at the same time', async () => {
  const cache = createCache()
  const queryFn = vi.fn<() => Promise<number>>().mockResolvedValue(7)
  const query = { queryKey: ['number'], queryFn }
  expect(await Promise.all([cache.ensureQueryData(query), cache.fetchQuery(query)])).toEqual([7, 7])
  await cache.prefetchQuery(query)
  expect(await cache.ensureQueryData(query)).toBe(7)
  expect(queryFn).toHaveBeenCalledOnce()
  expect(cache.getQueryState(['number'])).toMatchObject({ status: 'success', fetchStatus: 'idle', data: 7 })
})

test('a failure is the query’s state, is thrown unless it is optional, and is tried again when it is asked for again', async () => {
  const cache = createCache()
  const queryFn = vi.fn<() => Promise<number>>().mockRejectedValue(new Error('broken'))
  const query = { queryKey: ['number'], queryFn }
  await cache.prefetchQuery(query)
  await expect(cache.ensureQueryData(query)).rejects.toThrow('broken')
  expect(cache.getQueryState(['number'])).toMatchObject({ status: 'error', fetchStatus: 'idle' })
  queryFn.mockResolvedValue(7)
  expect(await cache.ensureQueryData(query)).toBe(7)
  expect(queryFn).toHaveBeenCalledTimes(3)
  expect(cache.getQueryState(['number'])).toMatchObject({ status: 'success', error: null })
})

test('no query gets an object with a getter of its own, by which V8 would keep the page', async () => {
  using defined = vi.spyOn(Object, 'defineProperties')
  const getters = () =>
    defined.mock.calls.flatMap(([, properties]) =>
      Object.keys(properties).filter(key => 'get' in (properties[key] ?? {})),
    )
  await createCache().ensureQueryData({ queryKey: ['number'], queryFn: () => Promise.resolve(7) })
  expect(getters()).toEqual([])
  await createQueryClient().ensureQueryData({ queryKey: ['number'], queryFn: () => Promise.resolve(7) })
  expect(getters(), 'without them in TanStack, this class may go').toContain('signal')
})
