import { describe, expect, it, vi } from 'vitest'
import { ResponseCache } from './responseCache.service.ts'

const made = (value: string, shows: string[] = [], bytes = 100) => Promise.resolve({ value, shows, bytes })
const settled = () => new Promise(resolve => setImmediate(resolve))

describe('the response cache', () => {
  it('computes a response once for concurrent requests', async () => {
    const memory = new ResponseCache(100_000)
    let times = 0
    const ask = () => memory.getOrLoad('list', () => made(`made ${(times += 1)}`))
    expect(await Promise.all([ask(), ask()])).toEqual(['made 1', 'made 1'])
    await settled()
    expect(await ask()).toBe('made 1')
  })

  it('drops only responses with a changed product', async () => {
    const memory = new ResponseCache(100_000)
    const ask = (now: string) =>
      Promise.all([
        memory.getOrLoad('one', () => made(`one ${now}`, ['a', 'b'])),
        memory.getOrLoad('two', () => made(`two ${now}`, ['c'])),
      ])
    await ask('before')
    await settled()
    memory.invalidate(['b'])
    expect(await ask('after')).toEqual(['one after', 'two before'])
    memory.clear()
    expect(await ask('at last')).toEqual(['one at last', 'two at last'])
  })

  it.each([
    ['the product that it shows', () => ['a']],
    ['any product, for it is not known yet what it shows', () => ['z']],
    ['everything', () => null],
  ])('does not store a response computed during a change of %s', async (_, changed) => {
    const memory = new ResponseCache(100_000)
    const read = Promise.withResolvers<Awaited<ReturnType<typeof made>>>()
    const old = memory.getOrLoad('list', () => read.promise)
    const ids = changed()
    if (ids) memory.invalidate(ids)
    else memory.clear()
    // A request during the old computation must not get the old response.
    const now = memory.getOrLoad('list', () => made('new', ['a']))
    read.resolve({ value: 'old', shows: ['a'], bytes: 100 })
    expect(await Promise.all([old, now])).toEqual(['old', 'new'])
    await settled()
    expect(await memory.getOrLoad('list', () => made('newer'))).toBe('new')
    expect(memory.bytes).toBeLessThan(1000)
  })

  it('keeps a response without stock through a sale, also while it is computed', async () => {
    const memory = new ResponseCache(100_000)
    const counting = memory.getOrLoad('hits', () => made('counted'), { ofStock: false })
    memory.invalidate(['a'])
    await counting
    expect(await memory.getOrLoad('hits', () => made('counted again'), { ofStock: false })).toBe('counted')
  })

  it('does not store a failure', async () => {
    const memory = new ResponseCache(100_000)
    await expect(memory.getOrLoad('list', () => Promise.reject(new Error('away')))).rejects.toThrow('away')
    await settled()
    expect(await memory.getOrLoad('list', () => made('there'))).toBe('there')
  })

  it('caches a response that is asked for again, where that is asked, also when it changed between', async () => {
    const memory = new ResponseCache(100_000)
    let times = 0
    const ask = async () => {
      const found = await memory.getOrLoad('search', () => made(`made ${(times += 1)}`, ['a']), {
        whenRepeated: true,
      })
      await settled()
      return found
    }
    expect([await ask(), await ask(), await ask()]).toEqual(['made 1', 'made 2', 'made 2'])
    memory.invalidate(['a'])
    expect([await ask(), await ask()]).toEqual(['made 3', 'made 3'])
  })

  it('stays within its size and evicts the oldest that are not used first', async () => {
    const memory = new ResponseCache(10_000)
    for (let count = 0; count < 50; count += 1) {
      await memory.getOrLoad(`list ${count}`, () => made('x', [`p${count}`], 1500))
      await memory.getOrLoad('list 0', () => made('again'))
      expect(memory.bytes).toBeLessThanOrEqual(10_000)
    }
    expect(await memory.getOrLoad('list 0', () => made('again'))).toBe('x')
    expect(await memory.getOrLoad('list 1', () => made('again'))).toBe('again')
    await memory.getOrLoad('all', () => made('x', [], 9000))
    expect(await memory.getOrLoad('all', () => made('too large to keep'))).toBe('too large to keep')
  })
})

describe('a response that is asked for while changes are looked for', () => {
  it.each([
    ['nothing', () => undefined, 'before'],
    ['another product', (memory: ResponseCache) => memory.invalidate(['z']), 'before'],
    ['its product', (memory: ResponseCache) => memory.invalidate(['a']), 'after'],
    ['everything', (memory: ResponseCache) => memory.clear(), 'after'],
  ])(
    'is the one of %s that changed, whether it is cached, loaded or neither',
    async (_, change, expected) => {
      for (const state of ['cached', 'loading', 'neither']) {
        const memory = new ResponseCache(100_000)
        let now = 'before'
        const load = () => made(now, ['a'])
        const loading = Promise.withResolvers<Awaited<ReturnType<typeof made>>>()
        if (state === 'cached') await memory.getOrLoad('list', load)
        if (state === 'loading') void memory.getOrLoad('list', () => loading.promise)
        await settled()
        const asked = memory.getConfirmed('list', load, async () => {
          now = 'after'
          change(memory)
          loading.resolve({ value: 'before', shows: ['a'], bytes: 100 })
        })
        expect(await asked, state).toBe(expected)
        await settled()
        expect(await memory.getOrLoad('list', () => made('at last')), state).toBe(expected)
      }
    },
  )

  it('is not the one from before a change, when all is dropped while it is still loaded', async () => {
    const memory = new ResponseCache(100_000)
    const loading = Promise.withResolvers<Awaited<ReturnType<typeof made>>>()
    void memory.getOrLoad('list', () => loading.promise)
    const asked = memory.getConfirmed(
      'list',
      () => made('after', ['a']),
      async () => memory.invalidate(['a']),
    )
    await settled()
    memory.clear()
    loading.resolve({ value: 'before', shows: ['a'], bytes: 100 })
    expect(await asked).toBe('after')
  })

  it('asks for changes at once when it is cached, and else after it is loaded', async () => {
    const memory = new ResponseCache(100_000)
    const loading = Promise.withResolvers<Awaited<ReturnType<typeof made>>>()
    const confirm = vi.fn<() => Promise<void>>(async () => undefined)
    const first = memory.getConfirmed('list', () => loading.promise, confirm)
    await settled()
    expect(confirm).not.toHaveBeenCalled()
    loading.resolve({ value: 'new', shows: [], bytes: 100 })
    expect(await first).toBe('new')
    expect(confirm).toHaveBeenCalledTimes(1)
    void memory.getConfirmed('list', () => loading.promise, confirm)
    expect(confirm).toHaveBeenCalledTimes(2)
  })

  it('fails when it can not be loaded, or the changes are not known', async () => {
    const memory = new ResponseCache(100_000)
    const gone = () => Promise.reject(new Error('gone'))
    await expect(memory.getConfirmed('list', gone, async () => undefined)).rejects.toThrow('gone')
    const away = () => Promise.reject(new Error('away'))
    await expect(memory.getConfirmed('list', gone, away)).rejects.toThrow('away')
    expect(
      await memory.getConfirmed(
        'list',
        () => made('there'),
        async () => undefined,
      ),
    ).toBe('there')
  })
})
