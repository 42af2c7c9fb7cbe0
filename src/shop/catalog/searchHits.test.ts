import { expect, it, vi } from 'vitest'
import type { Db } from '../../platform/db.ts'
import { createSearch } from './searchHits.service.ts'

/** A database that answers each statement so. */
function startDatabase(answer: () => Promise<{ rows: [] }>) {
  const execute = vi.fn<() => Promise<{ rows: [] }>>(answer)
  return { db: { execute } as unknown as Db, execute }
}
const atOnce = () => Promise.resolve({ rows: [] as [] })
const never = () => new Promise<never>(() => undefined)

/** Twenty-five simultaneous searches: twelve a statement. */
function search(answer: () => Promise<{ rows: [] }>) {
  const [pool, pipeline] = [startDatabase(atOnce), startDatabase(answer)]
  const find = createSearch({ db: pool.db, pipelinedSearches: pipeline.db })
  const found = Array.from({ length: 25 }, (_, number) => find(`kaars${number}`))
  return { found: Promise.allSettled(found), pool, pipeline }
}

it('sends statements of at most twelve searches on their connection', async () => {
  const { found, pool, pipeline } = search(atOnce)
  await found
  expect(pipeline.execute).toHaveBeenCalledTimes(3)
  expect(pool.execute).not.toHaveBeenCalled()
})

it('sends a statement elsewhere when the two before it take long', async () => {
  const { pool, pipeline } = search(never)
  await vi.waitFor(() => expect(pool.execute).toHaveBeenCalledTimes(1))
  expect(pipeline.execute).toHaveBeenCalledTimes(2)
})
