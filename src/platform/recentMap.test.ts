import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RecentMap, RepeatedKeys } from './recentMap.ts'

describe('a map of what was used recently', () => {
  it('keeps what is used, and drops the rest when it becomes too heavy', () => {
    const map = new RecentMap<string>(10)
    for (let count = 0; count < 100; count += 1) {
      map.set(`key ${count}`, `value ${count}`)
      map.set('used', map.get('used') ?? 'from the beginning')
    }
    expect(map.get('used')).toBe('from the beginning')
    expect(map.get('key 99')).toBe('value 99')
    expect(map.get('key 1')).toBeUndefined()
  })

  it('keeps a heavy value that is used among light ones', () => {
    const map = new RecentMap<number>(10, weight => weight)
    map.set('heavy', 7)
    for (let count = 0; count < 50; count += 1) {
      map.set(`light ${count}`, 1)
      expect(map.get('heavy')).toBe(7)
    }
    map.set('too heavy', 11)
    expect(map.get('too heavy')).toBeUndefined()
  })

  const step = fc.record({
    act: fc.constantFrom('set', 'get', 'delete'),
    key: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
    weight: fc.integer({ min: 0, max: 12 }),
  })
  it('weighs what it has, never more than it may, and has no value but the last', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), steps => {
        const map = new RecentMap<{ weight: number }>(10, ({ weight }) => weight)
        const last = new Map<string, { weight: number }>()
        for (const { act, key, weight } of steps) {
          if (act === 'set') {
            last.set(key, { weight })
            map.set(key, last.get(key) as { weight: number })
          } else if (act === 'delete') {
            map.delete(key)
            last.delete(key)
          } else expect([undefined, last.get(key)]).toContain(map.get(key))
          expect(map.weight).toBeLessThanOrEqual(10)
        }
        const weights = [...last.keys()].map(key => {
          const before = map.weight
          map.delete(key)
          return before - map.weight
        })
        expect(map.weight).toBe(0)
        expect(weights.every(weight => weight >= 0)).toBe(true)
      }),
    )
  })
})

it('tells a key that comes again soon', () => {
  const keys = new RepeatedKeys(10)
  expect([keys.see('a'), keys.see('a'), keys.see('a')]).toEqual([false, true, true])
  for (let count = 0; count < 20; count += 1) keys.see(`other ${count}`)
  expect(keys.see('a')).toBe(false)
})
