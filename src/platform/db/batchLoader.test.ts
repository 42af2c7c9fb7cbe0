import { expect, it, vi } from 'vitest'
import { createBatchLoader } from './batchLoader.ts'

/** Work that records its keys, and ends when the test decides. */
function slowWork(options: Parameters<typeof createBatchLoader>[1] = {}) {
  const runs: { keys: string[]; end: (found?: string) => void; fail: () => void }[] = []
  const ask = createBatchLoader(async (keys: string[]): Promise<Map<string, string>> => {
    const run = Promise.withResolvers<string>()
    runs.push({
      keys,
      end: (found = 'found') => run.resolve(found),
      fail: () => run.reject(new Error('away')),
    })
    const found = await run.promise
    return new Map(keys.filter(key => key !== 'nobody').map(key => [key, `${key} ${found}`]))
  }, options)
  return { runs, ask }
}

/** Turns of the event loop: a call begins in the first, and its result arrives in the next. */
async function soon(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await new Promise(resolve => setImmediate(resolve))
}

it('combines concurrent lookups into one call, with each key once', async () => {
  const { runs, ask } = slowWork()
  const answers = Promise.all([ask('a'), ask('b'), ask('a'), ask('nobody')])
  await soon()
  runs[0]?.end()
  expect(await answers).toEqual(['a found', 'b found', 'a found', undefined])
  expect(runs.map(({ keys }) => keys)).toEqual([['a', 'b', 'nobody']])
})

it('returns no result of a call that began before the lookup', async () => {
  const { runs, ask } = slowWork()
  const early = ask('a')
  await soon()
  const late = [ask('a'), ask('b')]
  await soon()
  expect(runs).toHaveLength(1)
  runs[0]?.end('before')
  expect(await early).toBe('a before')
  await soon()
  expect(runs[1]?.keys).toEqual(['a', 'b'])
  runs[1]?.end('after')
  expect(await Promise.all(late)).toEqual(['a after', 'b after'])
})

it('a slow call does not hold up later lookups, while fewer are under way than may be', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const { runs, ask } = slowWork({ maxRunning: 2 })
  const slow = ask('a')
  await soon()
  const fast = ask('b')
  await soon()
  expect(runs).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(50)
  await soon()
  const shared = [ask('c'), ask('d')]
  await vi.advanceTimersByTimeAsync(50)
  await soon()
  expect(runs.map(({ keys }) => keys)).toEqual([['a'], ['b']])
  runs[1]?.end()
  expect(await fast).toBe('b found')
  await soon()
  expect(runs[2]?.keys).toEqual(['c', 'd'])
  runs[2]?.end()
  expect(await Promise.all(shared)).toEqual(['c found', 'd found'])
  runs[0]?.end('at last')
  expect(await slow).toBe('a at last')
  vi.useRealTimers()
})

it('continues after a failure, which only the lookups of that call get', async () => {
  const { runs, ask } = slowWork()
  const failing = ask('a')
  await soon()
  const next = ask('a')
  runs[0]?.fail()
  await expect(failing).rejects.toThrow('away')
  await soon()
  runs[1]?.end()
  expect(await next).toBe('a found')
})

it('waits for more lookups for gatherMs', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const runs: string[][] = []
  const ask = createBatchLoader(
    async (keys: string[]) => {
      runs.push(keys)
      return new Map(keys.map(key => [key, key]))
    },
    { gatherMs: 50 },
  )
  const answers = [ask('a')]
  await soon()
  answers.push(ask('b'))
  expect(runs).toEqual([])
  await vi.advanceTimersByTimeAsync(50)
  expect(await Promise.all(answers)).toEqual(['a', 'b'])
  expect(runs).toEqual([['a', 'b']])
  vi.useRealTimers()
})

it('begins as many calls without waiting as may, and gathers the lookups after them', async () => {
  const { runs, ask } = slowWork({ withoutWaiting: 2, maxRunning: 2 })
  const answers = ['a', 'b', 'c', 'd'].map(async (key, at) => {
    for (let turns = 0; turns < at; turns += 1) await soon()
    return ask(key)
  })
  for (let turns = 0; turns < 4; turns += 1) await soon()
  expect(runs.map(({ keys }) => keys)).toEqual([['a'], ['b']])
  runs[1]?.end()
  await soon()
  expect(runs[2]?.keys).toEqual(['c', 'd'])
  for (const run of runs) run.end()
  expect(await Promise.all(answers)).toEqual(['a found', 'b found', 'c found', 'd found'])
})

it('begins further calls with the keys that are too many for one, in order', async () => {
  const { runs, ask } = slowWork({ maxKeys: 2 })
  const answers = Promise.all(['a', 'b', 'c', 'd', 'e'].map(ask))
  await soon()
  for (const keys of [['a', 'b'], ['c', 'd'], ['e']]) {
    expect(runs.map(run => run.keys).at(-1)).toEqual(keys)
    runs.at(-1)?.end()
    await soon()
  }
  expect(await answers).toEqual(['a found', 'b found', 'c found', 'd found', 'e found'])
})
