import { expect, test } from 'vitest'
import { createIds, createSeededRandom, pickWeighted } from './random.ts'

test('the random numbers are the same for the same seed, and choices follow their weights', () => {
  const throws = (seed: number) => Array.from({ length: 50 }, createSeededRandom(seed))
  expect(throws(7)).toEqual(throws(7))
  expect(throws(7)).not.toEqual(throws(8))
  const dice = createSeededRandom(1)
  const picked = Array.from({ length: 2000 }, () =>
    pickWeighted(
      dice,
      ['often', 'never', 'seldom'],
      choice => ({ often: 3, never: 0, seldom: 1 })[choice] ?? 0,
    ),
  )
  expect(picked).not.toContain('never')
  expect(picked.filter(each => each === 'often').length).toBeGreaterThan(1300)
  expect(picked).toContain('seldom')
})

test('ids are UUIDv7s of their time, and those of one moment keep their order', () => {
  const newId = createIds(createSeededRandom(3))
  const at = new Date('2026-11-20T12:00:00Z')
  const ids = Array.from({ length: 200 }, () => newId(at))
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(ids).toEqual(ids.toSorted())
  expect(new Set(ids).size).toBe(200)
  expect(Number.parseInt(ids[0]?.replaceAll('-', '').slice(0, 12) ?? '', 16)).toBe(at.getTime())
})
