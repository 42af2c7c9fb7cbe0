import { setTimeout as pause } from 'node:timers/promises'
import { expect, it, vi } from 'vitest'
import type { Db } from '../../../platform/db/db.ts'
import { createSearch } from './hits.service.ts'

const hits = {
  named: [],
  few: null,
  categories: [],
  optionSets: [],
  meant: null,
  grouped: [],
  isByVariant: false,
}
/** Of each search of a statement, that it has no hits. */
const noHits = async (statement: unknown) => {
  const { params } = (statement as { toQuery(): { params: string[] } }).toQuery()
  return {
    rows: (JSON.parse(params[0] ?? '') as { number: number }[]).map(({ number }) => ({ number, hits })),
  }
}
const noHitsLater = async (statement: unknown) => {
  await pause(10)
  return noHits(statement)
}
const never = () => new Promise<never>(() => undefined)
const lost = () => Promise.reject(Object.assign(new Error('lost'), { code: '57P01' }))

/** Searches with a connection of their own that answers so, and a pool that finds nothing. */
function start(answer: (statement: unknown) => Promise<object>) {
  const [pool, pipeline] = [vi.fn<typeof answer>(noHits), vi.fn<typeof answer>(answer)]
  const asDb = (execute: typeof pool) => ({ execute }) as unknown as Db
  const find = createSearch({ db: asDb(pool), pipelinedSearches: asDb(pipeline) })
  const search = (count: number, words: string) =>
    Promise.all(Array.from({ length: count }, (_, number) => find(`${words}${number}`)))
  return { search, pool, pipeline }
}

it('sends statements of at most twelve searches on their connection', async () => {
  const { search, pool, pipeline } = start(noHits)
  expect(await search(25, 'kaars')).toHaveLength(25)
  expect(pipeline).toHaveBeenCalledTimes(3)
  expect(pool).not.toHaveBeenCalled()
})

it('sends a statement on the pool when the two before it take long', async () => {
  const { search, pool, pipeline } = start(never)
  void search(25, 'kaars')
  await vi.waitFor(() => expect(pool).toHaveBeenCalledTimes(1))
  expect(pipeline).toHaveBeenCalledTimes(2)
})

it('has two on its connection of both kinds together, and uses it again when they are done', async () => {
  const { search, pool, pipeline } = start(noHitsLater)
  await Promise.all([search(24, 'kaars'), search(24, 'rode kaars')])
  expect(pipeline).toHaveBeenCalledTimes(2)
  expect(pool).toHaveBeenCalledTimes(2)
  await search(1, 'lamp')
  expect(pipeline).toHaveBeenCalledTimes(3)
})

it('searches on the pool when the connection is lost', async () => {
  const { search, pool, pipeline } = start(lost)
  expect(await search(3, 'kaars')).toHaveLength(3)
  expect([pipeline.mock.calls.length, pool.mock.calls.length]).toEqual([1, 1])
})

it('tells of a statement that fails', async () => {
  const { search, pool } = start(() => Promise.reject(Object.assign(new Error('syntax'), { code: '42601' })))
  await expect(search(1, 'kaars')).rejects.toThrow('syntax')
  expect(pool).not.toHaveBeenCalled()
})
