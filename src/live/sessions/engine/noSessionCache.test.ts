import { describe, expect, it } from 'vitest'
import { createNoSessionCache } from './noSessionCache.service.ts'

/** Queries that the test answers, and a clock that moves only when the test moves it. */
function scene() {
  let time = 0
  const asked: { userId: string; by: 'load' | 'renew'; answer: PromiseWithResolvers<string | undefined> }[] =
    []
  const query = (by: 'load' | 'renew') => (userId: string) => {
    const answer = Promise.withResolvers<string | undefined>()
    asked.push({ userId, by, answer })
    return answer.promise
  }
  const absences = createNoSessionCache<string>(
    { load: query('load'), renew: query('renew') },
    found => found !== 'ended',
    { now: () => time },
  )
  const answer = (session?: string) => asked.at(-1)?.answer.resolve(session)
  return { absences, asked, answer, pass: (ms: number) => void (time += ms) }
}

describe('a user without a session', () => {
  it('is queried once in ten seconds, however many commands they send', async () => {
    const { absences, asked, answer, pass } = scene()
    const first = Array.from({ length: 100 }, () => absences.find('a'))
    expect(absences.has('a')).toBe(false)
    answer()
    expect(new Set(await Promise.all(first))).toEqual(new Set([undefined]))
    expect(absences.has('a')).toBe(true)
    for (let time = 0; time < 1000; time += 1) await absences.find('a')
    pass(4999)
    await absences.find('a')
    expect(asked).toHaveLength(1)
    pass(5001)
    expect(absences.has('a')).toBe(false)
    const again = absences.find('a')
    answer('session')
    expect(await again).toBe('session')
    expect(asked).toHaveLength(2)
  })

  it('is renewed after five seconds of commands, none of which waits for that, also when it fails', async () => {
    const { absences, asked, answer, pass } = scene()
    const first = absences.find('a')
    answer()
    await first
    pass(5000)
    for (let time = 0; time < 1000; time += 1) expect(await absences.find('a')).toBeUndefined()
    expect(asked.map(({ by }) => by)).toEqual(['load', 'renew'])
    asked[1]?.answer.reject(new Error('away'))
    await expect(asked[1]?.answer.promise).rejects.toThrow('away')
    expect(absences.has('a')).toBe(true)
    expect(asked.map(({ by }) => by)).toEqual(['load', 'renew', 'renew'])
    answer()
    await asked[2]?.answer.promise
    pass(4999)
    expect(absences.has('a')).toBe(true)
    expect(asked).toHaveLength(3)
  })

  it('is without an entry after ten seconds, and a command then waits for no renewal', async () => {
    const { absences, asked, answer, pass } = scene()
    const first = absences.find('a')
    answer()
    await first
    pass(9999)
    expect(absences.has('a')).toBe(true)
    pass(1)
    expect(absences.has('a')).toBe(false)
    const command = absences.find('a')
    expect(asked.map(({ by }) => by)).toEqual(['load', 'renew', 'load'])
    answer('session')
    expect(await command).toBe('session')
    // Its answer is older than that of the command.
    asked[1]?.answer.resolve(undefined)
    await asked[1]?.answer.promise
    expect(absences.has('a')).toBe(false)
  })

  it('does not get the answer of a renewal that a session overtook', async () => {
    const { absences, asked, answer, pass } = scene()
    const first = absences.find('a')
    answer()
    await first
    pass(5000)
    expect(absences.has('a')).toBe(true)
    absences.invalidate('a')
    asked[1]?.answer.resolve(undefined)
    await asked[1]?.answer.promise
    expect(absences.has('a')).toBe(false)
    const after = absences.find('a')
    answer('session')
    expect(await after).toBe('session')
  })

  it('gets their last session from the cache; a live one is queried each time', async () => {
    const { absences, asked, answer } = scene()
    const ended = absences.find('a')
    answer('ended')
    expect([await ended, await absences.find('a')]).toEqual(['ended', 'ended'])
    expect(asked).toHaveLength(1)
    for (const session of ['b', 'c']) {
      const live = absences.find('live')
      answer(session)
      expect(await live).toBe(session)
      expect(absences.has('live')).toBe(false)
    }
  })

  it('has an entry of their own', async () => {
    const { absences, asked, answer } = scene()
    const one = absences.find('a')
    answer()
    await one
    const other = absences.find('b')
    answer('session')
    expect(await other).toBe('session')
    expect(asked.map(({ userId }) => userId)).toEqual(['a', 'b'])
  })

  it('is queried again from the start of a session, also while a query is in flight', async () => {
    const { absences, asked, answer } = scene()
    const before = absences.find('a')
    answer()
    await before
    absences.invalidate('a')
    expect(absences.has('a')).toBe(false)
    const overtaken = absences.find('a')
    absences.invalidate('a')
    const after = absences.find('a')
    expect(asked).toHaveLength(3)
    asked[1]?.answer.resolve(undefined)
    await overtaken
    expect(absences.find('a')).toBeInstanceOf(Promise)
    answer('session')
    expect(await after).toBe('session')
    // The answer of the outdated query was not cached.
    const last = absences.find('a')
    answer('session')
    expect(await last).toBe('session')
  })

  it('is queried again after a query that failed', async () => {
    const { absences, asked, answer } = scene()
    const failed = absences.find('a')
    asked[0]?.answer.reject(new Error('away'))
    await expect(failed).rejects.toThrow('away')
    const next = absences.find('a')
    answer('session')
    expect(await next).toBe('session')
  })

  it('does not let the cache grow past its limit', async () => {
    const { absences, asked, answer } = scene()
    for (let stranger = 0; stranger < 50_001; stranger += 1) {
      const found = absences.find(`stranger ${stranger}`)
      answer()
      await found
    }
    const { length } = asked
    await absences.find('stranger 50000')
    expect(asked).toHaveLength(length)
    // The oldest entry was dropped.
    void absences.find('stranger 0')
    expect(asked).toHaveLength(length + 1)
  })
})
